import { decodeCall } from '@latchkey/chain-evm/decode'
import { parseUserOperation, safeAccount, userOperationHash } from '@latchkey/chain-evm/decode/smartAccount'
import type { Call } from '@latchkey/chain-evm/decode/smartAccount/model'
import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, getAddress, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../../approvals/ApprovalView.ts'
import { approvable } from '../../../testing/approvalRunner.ts'
import { operationWorld, usualOperationAnswers } from '../../../testing/fakeBundler.ts'
import { fakeChain, fakeFrame } from '../../../testing/fakeFrame.ts'
import { signingKeys, smartChain, smartConfig } from '../../../testing/worldFrame.ts'
import { plainCalls } from '../calls/plainCalls.ts'

const bytes = (size: number) =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((list) => `0x${Buffer.from(list).toString('hex')}` as const)
const address = bytes(20).map((one) => getAddress(one))
const amount = fc.bigInt(0n, 2n ** 256n - 1n)
/** Little enough that the account of the test can pay for a hundred. */
const value = fc.bigInt(0n, 10n ** 12n)

const anyCall: fc.Arbitrary<Call> = fc.oneof(
  fc.record({ to: address, value, data: fc.constant('0x' as const) }),
  fc.record({ to: address, party: address, amount }).map(({ to, party, amount: units }) => ({
    to,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [party, units] }),
  })),
  fc.record({ to: address, party: address, amount }).map(({ to, party, amount: units }) => ({
    to,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [party, units] }),
  })),
  fc.record({
    to: address,
    value,
    data: fc
      .uint8Array({ minLength: 4, maxLength: 80 })
      .map((list) => `0x${Buffer.from(list).toString('hex')}` as const),
  }),
)
const anyCalls = fc.array(anyCall, { minLength: 1, maxLength: 6 })

const lower = (text: unknown) => String(text).toLowerCase()
const textOf = (calls: readonly { to: unknown; value: unknown; data: unknown }[]) =>
  calls.map(({ to, value: wei, data }) => `${lower(to)} ${wei} ${lower(data)}`)

/** The values that a phrase shows, one after the other. */
const shownValues = (phrase: ApprovalView['sentence']) =>
  Object.values(phrase.values ?? {}).map((one) =>
    one.kind === 'address'
      ? lower(one.address)
      : one.kind === 'amount'
        ? one.amount
        : one.kind === 'text'
          ? one.text
          : one,
  )

/** Every number and address of a signed call stands in what the person saw of it. */
function expectShown(
  call: Call,
  sentence: ApprovalView['sentence'],
  row: { to?: string | null; contract?: string; value?: unknown },
) {
  const decoded = decodeCall(call)
  const shown = shownValues(sentence)
  const parties = [...shown, lower(row.to), lower(row.contract)]
  expect(parties).toContain(lower(call.to))
  if (decoded.kind === 'tokenTransfer') {
    expect(shown).toContain(lower(decoded.to))
    expect(shown).toContain(decoded.amount)
  } else if (decoded.kind === 'approval') {
    expect(shown).toContain(lower(decoded.spender))
    if (!decoded.unlimited && decoded.amount > 0n) expect(shown).toContain(decoded.amount)
  } else if (call.value > 0n) {
    expect([...shown, (row.value as { amount?: bigint } | undefined)?.amount]).toContain(call.value)
  }
}

describe('shown equals signed', () => {
  test('the operation of a smart account decodes to exactly what was shown', async () => {
    await fc.assert(
      fc.asyncProperty(anyCalls, fc.boolean(), async (calls, deployed) => {
        const { prepare, approval, asked } = await operationWorld(
          { calls },
          { eth_getCode: deployed ? '0x60' : '0x' },
        )
        const { view, payload } = approvable(await prepare())
        expect(view.stop).toBeNull()
        await approval.sign(payload, () => undefined)
        const [[sent]] = asked('eth_sendUserOperation') as [[unknown]]
        const { operation } = parseUserOperation(sent)
        const signed = safeAccount.decodeCalls(operation.callData) ?? []
        expect(textOf(signed)).toEqual(textOf(calls))
        expect(userOperationHash(operation, 31337, safeAccount.entryPoint)).toBe(payload.userOpHash)
        // Every field that is signed stands in the raw data.
        const raw = JSON.parse(view.raw) as Record<string, unknown>
        expect(raw.callData).toBe(operation.callData)
        expect(BigInt(String(raw.callGasLimit))).toBe(operation.callGasLimit)
        expect(raw.userOpHash).toBe(payload.userOpHash)
        if (signed.length === 1) {
          const full = view.facts
            .filter(({ long }) => long)
            .map(({ value: one }) => (one.kind === 'address' ? one.address : ''))
          const call = signed[0] as Call
          expectShown(
            call,
            view.sentence,
            full[1] === undefined ? { to: full[0] ?? null } : { to: full[0] ?? null, contract: full[1] },
          )
        } else
          signed.forEach((call, at) => {
            const row = view.calls?.[at]
            expect(row).toBeDefined()
            if (row) expectShown(call, row.sentence, row)
          })
      }),
      { numRuns: 60 },
    )
  })

  test('the transactions of a plain account are the calls, in their order, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(anyCalls, async (calls) => {
        const { owner, state, keys } = signingKeys()
        const sent: string[] = []
        const simulated = { calls: calls.map(() => ({ status: '0x1', gasUsed: '0x5208', logs: [] })) }
        const chain = fakeChain(({ method, params }) => {
          if (method === 'eth_simulateV1') return [simulated]
          if (method === 'eth_getTransactionReceipt') {
            const transactionHash = (params as string[])[0]
            return {
              transactionHash,
              blockHash: '0x1',
              blockNumber: '0x1',
              gasUsed: '0x1',
              status: '0x1',
              logs: [],
            }
          }
          if (method === 'eth_sendRawTransaction') sent.push((params as string[])[0] ?? '')
          return usualOperationAnswers[method] ?? null
        })
        const frame = fakeFrame({ chain, state, keys: keys as never, config: smartConfig, now: Date.now })
        const eoa = owner.address
        const accounts = { eoa, smart: null, preferred: 'eoa', address: eoa, chain: smartChain } as const
        const approval = plainCalls(frame, {
          version: '2.0.0',
          id: null,
          chain: smartChain,
          accounts,
          from: eoa,
          calls,
          paymaster: null,
        })
        const { view, payload } = approvable(await approval.prepare(new AbortController().signal))
        expect(view.stop).toBeNull()
        await approval.sign(payload, () => undefined)
        await expect.poll(() => sent.length, { interval: 1 }).toBe(calls.length)
        const signed = sent.map((raw) => parseTransaction(raw as `0x02${string}`))
        expect(
          textOf(signed.map(({ to, value: wei = 0n, data = '0x' }) => ({ to, value: wei, data }))),
        ).toEqual(textOf(calls))
        expect(signed.map(({ nonce }) => nonce)).toEqual(calls.map((_, at) => at + 1))
        if (calls.length > 1)
          calls.forEach((call, at) => {
            const row = view.calls?.[at]
            expect(row).toBeDefined()
            if (row) expectShown(call, row.sentence, row)
          })
      }),
      { numRuns: 25 },
    )
  })
})
