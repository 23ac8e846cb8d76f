import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { ChainRefusedError, RequestBlockedError } from '@latchkey/protocol/frame'
import { keccak256, pad, toEventSelector } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../../approvals/ApprovalView.ts'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import { approvable } from '../../../testing/approvalRunner.ts'
import { fakeChain, fakeFrame, plainContext, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { oneWei } from '../../../testing/oneWei.ts'
import {
  approveData,
  friend,
  lookalike,
  spender,
  token,
  transferData,
} from '../../../workbench/sampleRequests.ts'
import { knownParties, rememberParties } from '../parties/knownParties.ts'
import { addPending, pendingOf } from '../pending/pendingTransactions.ts'
import { transactionApproval } from './transactionApproval.ts'

// The first development key of the well-known test mnemonic.
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const signal = new AbortController().signal
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const refused = (rpcMessage: string, rpcData?: string) =>
  new ChainRefusedError({ data: { rpcCode: 3, rpcMessage, ...(rpcData ? { rpcData } : {}) } })
const nativeTransfer = (amount: bigint) => ({
  address: `0x${'ee'.repeat(20)}`,
  topics: [
    toEventSelector('Transfer(address,address,uint256)'),
    pad(testAddress),
    pad(friend as `0x${string}`),
  ],
  data: word(amount),
})

type Answers = Readonly<Record<string, unknown | ((params: never) => unknown)>>
const usual: Answers = {
  eth_getTransactionCount: '0x5',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x5f5e100',
  eth_estimateGas: '0x5208',
  eth_simulateV1: [{ calls: [{ status: '0x1', gasUsed: '0x5208', logs: [nativeTransfer(10n ** 16n)] }] }],
  eth_getCode: '0x',
  eth_call: '0x',
  eth_sendRawTransaction: ({ 0: raw }: { 0: string }) => keccak256(raw as `0x${string}`),
}

async function open(
  fields: object,
  answers: Answers = {},
  options: { now?: () => number; known?: string[] } = {},
) {
  const calls: RpcCall[] = []
  const answer = (call: RpcCall) => {
    calls.push(call)
    const found = { ...usual, ...answers }[call.method]
    return typeof found === 'function' ? found(call.params as never) : found
  }
  const signTransaction = async ({ transaction }: { transaction: Record<string, string | number> }) => {
    const big = (name: string) => BigInt(transaction[name] as string)
    const raw = await account.signTransaction({
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
  const frame = fakeFrame({
    chain: fakeChain(answer),
    keys: { signTransaction: signTransaction as never },
    ...(options.now ? { now: options.now } : {}),
  })
  rememberParties(frame, testAddress, { recipients: options.known ?? [], tokens: [] })
  const request = { method: 'eth_sendTransaction', params: [{ from: testAddress, ...fields }], chain }
  return { approval: await transactionApproval(frame, request, plainContext()), frame, calls }
}
const warnings = ({ warnings: list }: ApprovalView) => list.map(({ level, title }) => `${level} ${title.key}`)
const sendFields = { to: friend, value: '0x2386f26fc10000' }

describe('eth_sendTransaction', () => {
  test('fills in what the site left out, and shows the effect', async () => {
    const { payload, view } = await (await open(sendFields)).approval.prepare(signal)
    expect(payload).toMatchObject({
      nonce: 5,
      gas: 21_000n,
      maxFeePerGas: 2_100_000_000n,
      maxPriorityFeePerGas: 100_000_000n,
      chainId: 31337,
    })
    expect(Object.isFrozen(payload)).toBe(true)
    expect(view.changes).toMatchObject({
      status: 'known',
      rows: [{ direction: 'out', value: { amount: 10n ** 16n } }],
    })
    expect(warnings(view)).toEqual(['info warn.firstTime'])
    expect(view.stop).toBeNull()
  })

  test('keeps a margin over the estimate of a call', async () => {
    const answers = { eth_estimateGas: '0xc350', eth_getCode: '0x60' }
    const { payload } = approvable(
      await (await open({ to: token, data: transferData }, answers)).approval.prepare(signal),
    )
    expect(payload.gas).toBe(60_000n)
  })

  test('signs what was shown and gives the hash', async () => {
    const { approval, frame } = await open(sendFields)
    const { payload } = approvable(await approval.prepare(signal))
    let signed = false
    const hash = await approval.sign(payload, () => {
      signed = true
    })
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(signed).toBe(true)
    expect(knownParties(frame, testAddress).recipients).toEqual([friend])
    expect(pendingOf(frame, chain.id, testAddress)).toMatchObject([{ hash, nonce: 5, sentAs: 'asked' }])
  })

  test('a signature over anything else is not sent', async () => {
    const { approval, calls } = await open(sendFields)
    const { payload } = approvable(await approval.prepare(signal))
    const swapped = { ...payload, value: payload.value + 1n }
    const raw = await account.signTransaction({ type: 'eip1559', ...swapped, accessList: [], to: payload.to })
    const frame = fakeFrame({ keys: { signTransaction: () => ({ raw, hash: keccak256(raw) }) } })
    const request = { method: 'eth_sendTransaction', params: [{ from: testAddress, ...sendFields }], chain }
    const other = await transactionApproval(frame, request, plainContext())
    await expect(other.sign(payload, () => undefined)).rejects.toThrow(RequestBlockedError)
    expect(calls.some(({ method }) => method === 'eth_sendRawTransaction')).toBe(false)
  })

  test('the own smart account takes no orders this way, but money', async () => {
    const to = safeAccount.addressOf(testAddress)
    const refusal = { data: { reason: 'ownAccount' } }
    await expect(open({ to, data: '0x12345678' })).rejects.toMatchObject(refusal)
    await expect(open({ to, value: '0x1' })).resolves.toBeDefined()
  })

  test('says what is missing when the money does not suffice', async () => {
    const { view, refusal } = await (await open(sendFields, { eth_getBalance: '0x1' })).approval.prepare(
      signal,
    )
    expect(view.stop?.title.key).toBe('stop.funds')
    expect(refusal).toBeInstanceOf(ChainRefusedError)
  })

  test('shows the reason of a refusal, and stops', async () => {
    const reason = `0x08c379a0${'20'.padStart(64, '0')}${'7'.padStart(64, '0')}${'6e6f206d6f7265'.padEnd(64, '0')}`
    const eth_estimateGas = () => {
      throw refused('execution reverted', reason)
    }
    const { view, refusal } = await (
      await open({ to: token, data: transferData }, { eth_estimateGas })
    ).approval.prepare(signal)
    expect(view.stop?.body.values?.reason).toEqual({ kind: 'quote', text: 'no more' })
    expect(refusal).toMatchObject({ data: { reason: 'no more' } })
  })

  test('a refusal is only a warning when the site set the gas itself', async () => {
    const eth_estimateGas = () => {
      throw refused('execution reverted')
    }
    const fields = { to: token, data: transferData, gas: '0xc350' }
    const { view } = await (
      await open(fields, {
        eth_estimateGas,
        eth_simulateV1: null,
        eth_getCode: '0x60',
      })
    ).approval.prepare(signal)
    expect(view.stop).toBeNull()
    expect(warnings(view)).toContain('warning warn.reverts')
  })

  test('a network that is silent stops it, and can be asked again', async () => {
    const eth_getBlockByNumber = null
    const { view } = await (await open(sendFields, { eth_getBlockByNumber })).approval.prepare(signal)
    expect(view.stop).toMatchObject({ title: { key: 'stop.network' }, retry: true })
  })
})

describe('warnings', () => {
  const view = async (fields: object, answers: Answers = {}, known: string[] = []) =>
    (await (await open(fields, answers, { known })).approval.prepare(signal)).view
  const max = 2n ** 256n - 1n

  test('no limit, and a person as spender', async () => {
    const shown = await view({ to: token, data: approveData(max) }, { eth_simulateV1: null })
    expect(warnings(shown)).toEqual(['danger warn.unlimited', 'danger warn.spenderPerson'])
    const contract = await view(
      { to: token, data: approveData(5n) },
      { eth_getCode: '0x60', eth_simulateV1: null },
    )
    expect(warnings(contract)).toEqual([])
  })

  test('a delegated account is still a person', async () => {
    const shown = await view(
      { to: token, data: approveData(5n) },
      { eth_getCode: `0xef0100${'11'.repeat(20)}` },
    )
    expect(warnings(shown)).toContain('danger warn.spenderPerson')
  })

  test('an address that imitates a known one', async () => {
    expect(warnings(await view(sendFields, {}, [lookalike]))).toEqual(['danger warn.lookalike'])
  })

  test('a spender that imitates somebody whom the account sent to', async () => {
    const shown = await view(
      { to: token, data: approveData(5n) },
      { eth_getCode: '0x60', eth_simulateV1: null },
      [`${spender.slice(0, 6)}${'0'.repeat(32)}${spender.slice(-4)}`],
    )
    expect(warnings(shown)).toEqual(['danger warn.lookalike'])
    expect(shown.warnings[0]?.typed).toEqual({ group: 2, text: spender.slice(6, 10).toLowerCase() })
  })

  test('a transfer of nothing, and a token that calls itself the network’s currency', async () => {
    const nothing = `${transferData.slice(0, 74)}${'0'.repeat(64)}`
    const name = `${'20'.padStart(64, '0')}${'3'.padStart(64, '0')}${'455448'.padEnd(64, '0')}`
    const eth_call = ([{ data }]: [{ data: string }]) => (data === '0x95d89b41' ? `0x${name}` : '0x')
    const shown = await view({ to: token, data: nothing }, { eth_getCode: '0x60', eth_call })
    expect(warnings(shown)).toEqual(
      expect.arrayContaining(['danger warn.token.native', 'warning warn.nothingSent']),
    )
  })

  test('a recipient that was never used', async () => {
    const fresh = {
      eth_getTransactionCount: ([who]: string[]) => (who === testAddress ? '0x5' : '0x0'),
      eth_getBalance: ([who]: string[]) => (who === testAddress ? '0xde0b6b3a7640000' : '0x0'),
    }
    expect(warnings(await view(sendFields, fresh))).toEqual(['info warn.newRecipient'])
  })

  test('sending a token to its own contract', async () => {
    const data = transferData.replace(friend.slice(2).toLowerCase(), token.slice(2).toLowerCase())
    expect(warnings(await view({ to: token, data }, { eth_getCode: '0x60' }))).toContain(
      'danger warn.toToken',
    )
  })

  test('money with a call that cannot be read', async () => {
    const shown = await view({ to: friend, data: '0x12345678', value: '0x2386f26fc10000' })
    expect(warnings(shown)).toContain('danger warn.unknownCallValue')
    expect(warnings(await view({ to: friend, data: '0x12345678' }))).toContain('warning warn.unknownCall')
  })

  test('a new contract', async () => {
    expect(warnings(await view({ data: '0x6001' }))).toContain('warning warn.create')
  })

  test('a fee above a twentieth of what is sent', async () => {
    expect(warnings(await view({ to: friend, value: '0x9184e72a000' }))).toContain('warning warn.fee')
  })

  test('the worst comes first', async () => {
    const shown = await view({ to: friend, value: '0x9184e72a000' }, {}, [lookalike])
    expect(warnings(shown)).toEqual(['danger warn.lookalike', 'warning warn.fee'])
  })
})

describe('what is shown may be old at the click', () => {
  test('within 15 s nothing is asked; after that it is tried again', async () => {
    let now = 0
    let simulated = 0
    const eth_simulateV1 = () => {
      simulated++
      return usual.eth_simulateV1
    }
    const { approval } = await open(sendFields, { eth_simulateV1 }, { now: () => now })
    const prepared = await approval.prepare(signal)
    now = 15_000
    expect(await approval.confirm?.(prepared, signal)).toEqual(prepared)
    expect(simulated).toBe(2)
    now = 15_001
    expect((await approval.confirm?.(prepared, signal))?.view).toEqual(prepared.view)
    expect(simulated).toBe(4)
    // The clock was set back: how old it is nobody knows.
    now = -3_600_000
    await approval.confirm?.(prepared, signal)
    expect(simulated).toBe(6)
  })

  test('another result is another screen', async () => {
    let now = 0
    const eth_simulateV1 = () =>
      now === 0 ? usual.eth_simulateV1 : [{ calls: [{ status: '0x0', gasUsed: '0x1', returnData: '0x' }] }]
    const { approval } = await open(sendFields, { eth_simulateV1 }, { now: () => now })
    const prepared = await approval.prepare(signal)
    now = 20_000
    const current = await approval.confirm?.(prepared, signal)
    expect(warnings(current?.view as ApprovalView)).toEqual(['warning warn.reverts', 'info warn.firstTime'])
    expect(current?.payload).toEqual(prepared.payload)
  })

  test('the fee is asked anew after ten minutes, and another one is another screen', async () => {
    let now = 0
    let baseFeePerGas = '0x3b9aca00'
    const eth_getBlockByNumber = () => ({ baseFeePerGas })
    const { approval } = await open(sendFields, { eth_getBlockByNumber }, { now: () => now })
    const prepared = await approval.prepare(signal)
    baseFeePerGas = '0x77359400'
    now = 600_000
    expect((await approval.confirm?.(prepared, signal))?.payload).toEqual(prepared.payload)
    now = 600_001
    const current = await approval.confirm?.(prepared, signal)
    expect(current?.payload?.maxFeePerGas).toBeGreaterThan(prepared.payload?.maxFeePerGas ?? 0n)
    expect(current?.view).not.toEqual(prepared.view)
  })

  test('a number that another tab has taken meanwhile is not taken from it', async () => {
    const { approval, frame } = await open(sendFields)
    const prepared = await approval.prepare(signal)
    expect(prepared.payload?.nonce).toBe(5)
    addPending(frame, oneWei({ nonce: 5, value: 7n }), `0x${'ab'.repeat(32)}`)
    const current = await approval.confirm?.(prepared, signal)
    expect(current?.payload?.nonce).toBe(6)
  })

  test('nor one that another site or device has taken, where the network tells', async () => {
    let now = 0
    const eth_getTransactionCount = () => (now === 0 ? '0x5' : '0x6')
    const { approval } = await open(sendFields, { eth_getTransactionCount }, { now: () => now })
    const prepared = await approval.prepare(signal)
    now = 20_000
    expect((await approval.confirm?.(prepared, signal))?.payload?.nonce).toBe(6)
  })

  test('a number that the site asked for stays, and becomes a danger', async () => {
    const { approval, frame } = await open({ ...sendFields, nonce: '0x5' })
    const prepared = await approval.prepare(signal)
    addPending(frame, oneWei({ nonce: 5, value: 7n }), `0x${'ab'.repeat(32)}`)
    const current = await approval.confirm?.(prepared, signal)
    expect(current?.payload?.nonce).toBe(5)
    expect(warnings(current?.view as ApprovalView)).toContain('danger warn.replaces')
  })
})
