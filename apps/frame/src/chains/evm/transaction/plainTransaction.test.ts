import { decodeCall, parseTransactionRequest } from '@latchkey/chain-evm/decode'
import type { ShownTransaction } from '@latchkey/chain-evm/decode/model'
import { devAccounts } from '@latchkey/testing'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import * as fc from 'fast-check'
import { encodeFunctionData, keccak256, parseAbi, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Approval, Cap, FeeSpeed, Prepared } from '../../../approvals/ApprovalView.ts'
import type { Frame } from '../../../context/Frame.ts'
import { approvable } from '../../../testing/approvalRunner.ts'
import { fakeFrame, testConfig } from '../../../testing/fakeFrame.ts'
import { pendingOf, replacementsOf } from '../pending/pendingTransactions.ts'
import { plainTransactionApproval, replacementApproval } from './transactionApproval.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const signal = new AbortController().signal
const [{ address: me, privateKey }, { address: friend }] = devAccounts
const key = privateKeyToAccount(privateKey)
const abi = parseAbi(['function approve(address spender, uint256 amount)'])
const max = 2n ** 256n - 1n

type Shown = Prepared<ShownTransaction> & { payload: ShownTransaction }
let anvil: Anvil
let frame: Frame

/** Keys that sign what they are given, and a chain that answers by itself. */
function frameOnChain(): Frame {
  const request = async (_: number, { method, params }: { method: string; params: unknown }) =>
    anvil.call(method, params as unknown[])
  const signTransaction = async ({ transaction }: { transaction: Record<string, string | number> }) => {
    const big = (name: string) => BigInt(transaction[name] as string)
    const raw = await key.signTransaction({
      type: 'eip1559',
      chainId: transaction.chainId as number,
      nonce: transaction.nonce as number,
      to: transaction.to as `0x${string}`,
      data: transaction.data as `0x${string}`,
      value: big('value'),
      gas: big('gas'),
      maxFeePerGas: big('maxFeePerGas'),
      maxPriorityFeePerGas: big('maxPriorityFeePerGas'),
    })
    return { raw, hash: keccak256(raw) }
  }
  return fakeFrame({
    now: Date.now,
    keys: { signTransaction: signTransaction as never },
    chain: {
      request,
      paymaster: async () => null,
      tokens: async () => [],
      batch: (id, calls) =>
        Promise.all(
          calls.map((call) =>
            request(Number(id), call).then(
              (result) => ({ ok: true, result }) as const,
              (error: unknown) => ({ ok: false, error }) as const,
            ),
          ),
        ),
    },
  })
}
const ask = { method: 'eth_sendTransaction', params: [], chain }
const open = (fields: object): Approval<ShownTransaction> =>
  plainTransactionApproval(
    frame,
    ask,
    parseTransactionRequest([{ from: me, ...fields }], { chainId: chain.id, address: me }),
  )
const choose = async (
  approval: Approval<ShownTransaction>,
  shown: Prepared<ShownTransaction>,
  speed: FeeSpeed,
) => (await approval.edit?.(shown, { kind: 'fee', speed }, signal)) as Shown
const send = async (fields: object) => {
  const approval = open(fields)
  const { payload } = approvable(await approval.prepare(signal))
  return (await approval.sign(payload, () => undefined)) as string
}
const mine = () => anvil.call('evm_mine', [])
const receipt = (hash: string) => anvil.call('eth_getTransactionReceipt', [hash])
const pending = () => pendingOf(frame, chain.id, me)

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.mintToken(me, 7_000_000n)
  await anvil.call('evm_setAutomine', [false])
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  await anvil.call('anvil_dropAllTransactions', [])
  frame = frameOnChain()
})

describe('the fee of a transaction', () => {
  const fields = { to: friend, value: '0x16345785d8a0000' }

  test('is normal at first, and another choice is another transaction with its own screen', async () => {
    const approval = open(fields)
    const shown = approvable(await approval.prepare(signal))
    expect(shown.view.fee).toMatchObject({ chosen: 'normal', options: [{}, {}, {}] })
    const fast = await choose(approval, shown, 'fast')
    expect(fast.view.fee?.chosen).toBe('fast')
    expect(fast.payload.maxFeePerGas).toBeGreaterThan(shown.payload.maxFeePerGas)
    expect({ ...fast.payload, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }).toEqual({
      ...shown.payload,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
    })
    const option = fast.view.fee?.options.find(({ speed }) => speed === 'fast')
    const fact = fast.view.facts.find(({ label }) => label === 'row.fee')
    expect(fact?.value).toEqual(option?.expected)
    expect(fact?.note?.values?.amount).toEqual(option?.most)
    expect(option?.most).toMatchObject({ amount: fast.payload.gas * fast.payload.maxFeePerGas })
  })

  test('is the site’s where it set one, until the person chooses', async () => {
    const approval = open({ ...fields, maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' })
    const shown = approvable(await approval.prepare(signal))
    expect(shown.view.fee?.chosen).toBe('site')
    expect(shown.payload).toMatchObject({ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n })
    const slow = await choose(approval, shown, 'slow')
    expect(slow.payload.maxPriorityFeePerGas).toBeGreaterThan(1n)
    expect((await choose(approval, slow, 'site')).payload).toEqual(shown.payload)
    expect(await choose(open(fields), shown, 'site')).toBeUndefined()
  })

  test('stays chosen when the request is prepared anew', async () => {
    const approval = open(fields)
    await choose(approval, await approval.prepare(signal), 'slow')
    expect((await approval.prepare(signal)).view.fee?.chosen).toBe('slow')
  })
})

describe('an allowance', () => {
  const approve = (amount: bigint) => ({
    to: anvil.contracts.token.address,
    data: encodeFunctionData({ abi, functionName: 'approve', args: [friend, amount] }),
  })
  const capOf = ({ view }: Shown) => view.caps?.[0] as Cap

  test('may be lowered: what is shown, what is signed and what the network is told are the same', async () => {
    const approval = open(approve(max))
    const shown = approvable(await approval.prepare(signal))
    expect(capOf(shown)).toMatchObject({ asked: max, current: max, unlimited: true, decimals: 6 })
    expect(capOf(shown).balance).toBeGreaterThanOrEqual(7_000_000n)
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: max - 1n }), async (amount) => {
        const lowered = (await approval.edit?.(shown, { kind: 'cap', call: 0, amount }, signal)) as Shown
        expect(capOf(lowered)).toMatchObject({ asked: max, current: amount })
        const { rows = [] } = lowered.view.changes as { rows?: readonly { value: unknown }[] }
        expect(rows).toMatchObject([{ direction: 'gives', value: { amount, decimals: 6 } }])
        expect(decodeCall(lowered.payload)).toMatchObject({ kind: 'approval', spender: friend, amount })
        expect(JSON.parse(lowered.view.raw).data).toBe(lowered.payload.data)
      }),
      { numRuns: 10 },
    )
    const lowered = (await approval.edit?.(shown, { kind: 'cap', call: 0, amount: 5n }, signal)) as Shown
    const hash = await approval.sign(lowered.payload, () => undefined)
    const found = (await anvil.call('eth_getTransactionByHash', [hash])) as { input: string }
    expect(found.input).toBe(approve(5n).data)
    expect(lowered.view.warnings.map(({ title }) => title.key)).not.toContain('warn.unlimited')
  })

  test('may be raised again up to what was asked for, and no further', async () => {
    const approval = open(approve(100n))
    const shown = approvable(await approval.prepare(signal))
    const to = (from: Shown, amount: bigint) =>
      approval.edit?.(from, { kind: 'cap', call: 0, amount }, signal)
    const lowered = (await to(shown, 5n)) as Shown
    expect(((await to(lowered, 100n)) as Shown).payload).toEqual(shown.payload)
    for (const amount of [0n, 101n, max]) expect(await to(lowered, amount)).toBeUndefined()
  })
})

describe('a transaction that waits', () => {
  const fields = { to: friend, value: '0x16345785d8a0000' }
  const replace = (way: 'speedUp' | 'cancel') => {
    const approval = replacementApproval(frame, ask, me, way)
    if (!approval) throw new Error('Something waits')
    return approval
  }

  test('is told of, and the next one comes after it', async () => {
    await send(fields)
    const { view, payload } = approvable(await open(fields).prepare(signal))
    expect(view.pending).toMatchObject({ count: 1 })
    expect(payload.nonce).toBe((pending()[0]?.nonce ?? 0) + 1)
    await mine()
    expect((await open(fields).prepare(signal)).view.pending).toBeUndefined()
    expect(pending()).toEqual([])
  })

  test('is sped up: the same, with a tenth more of both fees, and the network takes it', async () => {
    const hash = await send(fields)
    const [old] = pending()
    const approval = replace('speedUp')
    const { payload, view } = approvable(await approval.prepare(signal))
    expect(payload).toMatchObject({ nonce: old?.nonce, to: friend, value: 10n ** 17n })
    expect(payload.maxFeePerGas * 10n).toBeGreaterThan(BigInt(old?.maxFeePerGas ?? 0) * 11n)
    expect(payload.maxPriorityFeePerGas * 10n).toBeGreaterThan(BigInt(old?.maxPriorityFeePerGas ?? 0) * 11n)
    expect(view).toMatchObject({ title: 'pending.speedUp', stop: null, warnings: [] })
    const shown = approvable(await approval.prepare(signal))
    for (const speed of ['slow', 'normal', 'fast'] as const) {
      const { payload: other } = await choose(approval, shown, speed)
      expect(other.maxFeePerGas).toBeGreaterThan(BigInt(old?.maxFeePerGas ?? 0))
    }
    const faster = (await approval.sign(payload, () => undefined)) as string
    await mine()
    expect(await receipt(hash)).toBeNull()
    expect(await receipt(faster)).toMatchObject({ status: '0x1' })
    expect(replacementsOf(frame, chain.id, me, hash)).toEqual([{ hash, by: faster, sentAs: 'speedUp' }])
  })

  test('is stopped: an empty one to oneself takes its number', async () => {
    const before = (await anvil.call('eth_getBalance', [friend, 'latest'])) as string
    const hash = await send(fields)
    const approval = replace('cancel')
    const { payload, view } = approvable(await approval.prepare(signal))
    expect(payload).toMatchObject({ to: me, value: 0n, data: '0x', gas: 21_000n })
    expect(view).toMatchObject({ title: 'pending.cancel', approve: 'pending.cancel.approve', warnings: [] })
    const stopped = (await approval.sign(payload, () => undefined)) as string
    await mine()
    expect(await receipt(hash)).toBeNull()
    expect(await receipt(stopped)).toMatchObject({ status: '0x1', to: me.toLowerCase() })
    expect(await anvil.call('eth_getBalance', [friend, 'latest'])).toBe(before)
  })

  test('that was confirmed meanwhile cannot be replaced any more', async () => {
    await send(fields)
    const approval = replace('speedUp')
    await mine()
    const { view } = await approval.prepare(signal)
    expect(view.stop?.title.key).toBe('pending.done')
    expect(replacementApproval(frame, ask, me, 'speedUp')).toBeUndefined()
  })

  test('is replaced by a site with a danger, and with a warning where the fee is too low', async () => {
    await send(fields)
    const nonce = `0x${(pending()[0]?.nonce ?? 0).toString(16)}`
    const keys = ({ view }: Prepared<ShownTransaction>) =>
      view.warnings.map(({ level, title }) => `${level} ${title.key}`)
    const approval = open({ to: friend, value: '0x16345785d8a0001', nonce })
    const shown = approvable(await approval.prepare(signal))
    expect(keys(shown)).toEqual(['danger warn.replaces'])
    expect(
      keys(
        await open({ to: friend, value: '0x16345785d8a0001', nonce, maxFeePerGas: '0x3b9aca07' }).prepare(
          signal,
        ),
      ),
    ).toEqual(['danger warn.replaces', 'warning warn.replaceCheap'])
    const hash = (await approval.sign(shown.payload, () => undefined)) as string
    await mine()
    expect(await receipt(hash)).toMatchObject({ status: '0x1' })
  })

  test('with calldata that is too long to keep can be stopped, but not sped up', async () => {
    await send({ to: friend, data: `0x${'11'.repeat(5_000)}`, gas: '0x100000' })
    expect(replacementApproval(frame, ask, me, 'speedUp')).toBeUndefined()
    expect((await replace('cancel').prepare(signal)).view.stop).toBeNull()
  })

  test('what is sent is what was shown', async () => {
    const hash = await send(fields)
    const approval = replace('cancel')
    const { payload } = approvable(await approval.prepare(signal))
    let raw = ''
    const request: Frame['chain']['request'] = async (_, call) => {
      if (call.method === 'eth_sendRawTransaction') raw = (call.params as string[])[0] ?? ''
      return hash
    }
    frame.chain.request = request
    await approval.sign(payload, () => undefined)
    expect(parseTransaction(raw as `0x${string}`)).toMatchObject({
      nonce: payload.nonce,
      to: me.toLowerCase(),
    })
  })
})
