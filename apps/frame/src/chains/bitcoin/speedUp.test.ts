import { ChainRefusedError } from '@latchkey/protocol/frame'
import { type BitcoinServer, startBitcoin } from '@latchkey/testing/node'
import { networks, payments } from 'bitcoinjs-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Approval } from '../../approvals/ApprovalView.ts'
import type { RpcCall } from '../../context/ChainRpc.ts'
import { fakeChain } from '../../testing/fakeFrame.ts'
import { openApproval } from './approvalKinds.ts'
import { bitcoinWorld, REGTEST, scriptOf } from './testing/bitcoinWorld.ts'

const { signal } = new AbortController()
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let server: BitcoinServer
let rates = { slow: 1, normal: 3, fast: 5 }
beforeAll(async () => {
  server = await startBitcoin()
})
beforeEach(() => {
  rates = { slow: 1, normal: 3, fast: 5 }
})
afterAll(() => server.stop())

/** The service's answers about the local chain. */
function answer({ method, params }: RpcCall): unknown {
  const [first = ''] = params as string[]
  const { chain } = server
  if (method === 'getFeeRates') return rates
  if (method === 'getUtxos') {
    const script = payments.p2wpkh({ address: first, network: networks.regtest }).output ?? new Uint8Array()
    return chain.unspentOf(script).map(({ txid, vout, value }) => ({
      ...{ txid, vout, value: String(value), height: chain.heightOf(txid) ?? null },
    }))
  }
  if (method === 'getTransaction') {
    const found = chain.find(first)
    if (!found) throw new ChainRefusedError({ data: { rpcCode: -32_001 } })
    return { hex: found.transaction.toHex(), fee: '0', height: chain.heightOf(first) ?? null }
  }
  if (method === 'sendTransaction') return chain.broadcast(first)
  throw new Error(method)
}

const world = (on: (call: RpcCall) => unknown = answer) => bitcoinWorld(fakeChain(on))
/** A wallet that is told of some coins alone. */
const seeing = (isSeen: (txid: string, vout: number) => boolean) =>
  world((call) => {
    const told = answer(call)
    if (call.method !== 'getUtxos') return told
    return (told as { txid: string; vout: number }[]).filter(({ txid, vout }) => isSeen(txid, vout))
  })
const open = ({ frame }: ReturnType<typeof world>, method: string, params: object) =>
  openApproval(frame, { method, params: params as never, chain: REGTEST })
const speedUp = (at: ReturnType<typeof world>, txid: string, account?: string) =>
  open(at, 'latchkey_speedUpTransfer', { txid, ...(account ? { account } : {}) })

async function approve(approval: Approval) {
  const prepared = await approval.prepare(signal)
  const now = (await approval.confirm?.(prepared, signal)) ?? prepared
  if (now.payload === null) return { view: now.view, txid: undefined, refusal: now.refusal }
  const { txid } = (await approval.sign(now.payload, () => undefined)) as { txid: string }
  return { view: now.view, txid, refusal: undefined }
}

async function transfer(at = world(), amount = '20000') {
  const { txid } = await approve(await open(at, 'sendTransfer', { recipientAddress: STRANGER, amount }))
  return txid ?? ''
}

const give = (value: bigint) => {
  const txid = server.chain.give(world().payment, value)
  server.chain.mine()
  return txid
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code?: number; data?: { reason?: string } }) => error.data?.reason ?? error.code,
  )
const feeOf = ({ fee }: Approval['view']) =>
  fee?.options.map(({ expected }) => (expected.kind === 'amount' ? expected.amount : 0n)) ?? []

describe('a transfer that waits', () => {
  test('is replaced by one that pays the same with a higher fee, and the screen says which', async () => {
    give(100_000n)
    const old = await transfer()
    rates = { slow: 1, normal: 6, fast: 20 }
    const at = world()
    const { view, txid } = await approve(await speedUp(at, old))
    const paid = server.chain.find(old)
    expect(paid).toBeUndefined()
    expect(view).toMatchObject({ title: 'pending.speedUp', approve: 'pending.speedUp', stop: null })
    expect(view.sentence).toMatchObject({
      key: 'send.native',
      values: { amount: { amount: 20_000n }, to: { address: STRANGER } },
    })
    expect(view.facts[0]).toMatchObject({
      label: 'row.replaces',
      value: { text: old },
      note: { key: 'value.btcPaid', values: { amount: { symbol: 'sat' } } },
    })
    expect(view.fee?.chosen).toBe('fast')
    const [slow = 0n, normal = 0n, fast = 0n] = feeOf(view)
    const was = view.facts[0]?.note?.values?.amount
    const fee = was?.kind === 'amount' ? was.amount : 0n
    expect(slow).toBeGreaterThan(fee)
    expect(normal).toBeGreaterThan(slow)
    expect(fast).toBeGreaterThan(normal)
    // What was shown is what the network has instead.
    expect([...server.chain.waiting.keys()]).toEqual([txid])
    expect(server.chain.waiting.get(txid ?? '')?.fee).toBe(fast)
    server.chain.mine()
  })

  test('that is confirmed meanwhile is left alone, also when that happens on the screen', async () => {
    give(100_000n)
    const [at, old] = [world(), await transfer()]
    const approval = await speedUp(at, old)
    const shown = await approval.prepare(signal)
    expect(shown.payload).not.toBeNull()
    server.chain.mine()
    const now = await approval.confirm?.(shown, signal)
    expect(now).toMatchObject({ payload: null, view: { stop: { title: { key: 'pending.done' } } } })
    const later = await approve(await speedUp(at, old))
    expect(later.view.stop).toMatchObject({ title: { key: 'pending.done' } })
    expect(at.signed).toEqual([])
  })

  test('is not replaced where a later one spends its change: that would undo both', async () => {
    give(100_000n)
    const settled = server.chain.unspentOf(scriptOf('payment')).reduce((sum, { value }) => sum + value, 0n)
    // All that there is in blocks goes in, so that the next one spends the change.
    const first = await transfer(world(), String(settled - 50_000n))
    await transfer()
    const at = world()
    expect(await reasonOf((await speedUp(at, first)).prepare(signal))).toBe('changeSpent')
    expect(at.signed).toEqual([])
    server.chain.mine()
  })

  test('is not replaced where a later one spends what the account paid to itself by it', async () => {
    give(100_000n)
    const at = world()
    const asked = { recipientAddress: at.payment, amount: '50000' }
    const { txid: first } = await approve(await open(at, 'sendTransfer', asked))
    const later = await transfer(seeing((txid, vout) => txid === first && vout === 0))
    expect(server.chain.find(later)).toBeDefined()
    const again = world()
    expect(await reasonOf((await speedUp(again, first ?? '')).prepare(signal))).toBe('changeSpent')
    expect(again.signed).toEqual([])
    server.chain.mine()
  })

  test.each([
    ['its change is spent', true],
    ['a coin that it adds is spent', false],
  ])('is not replaced as it was shown where meanwhile, in another tab, %s', async (_, isOfChange) => {
    give(100_000n)
    const coins = server.chain.unspentOf(scriptOf('payment'))
    const extra = isOfChange ? '' : give(60_000n)
    // With change, or with next to nothing left, so that a higher fee takes the other coin.
    const left = isOfChange ? 50_000n : 3n * (42n + 68n * BigInt(coins.length)) + 100n
    const old = await transfer(
      seeing((txid) => txid !== extra),
      String(coins.reduce((sum, { value }) => sum + value, 0n) - left),
    )
    const at = world()
    const approval = await speedUp(at, old)
    const shown = await approval.prepare(signal)
    expect(shown.payload).not.toBeNull()
    const later = await transfer(seeing((txid) => txid === (isOfChange ? old : extra)))
    const now = await approval.confirm?.(shown, signal).catch((error: unknown) => error)
    expect(now).not.toBe(shown)
    expect(now).not.toHaveProperty('payload', shown.payload)
    expect(server.chain.find(later)).toBeDefined()
    expect(at.signed).toEqual([])
    server.chain.mine()
  })

  test('without change, and without coins to pay more with, stays as it is', async () => {
    const poor = world((call) => {
      const told = answer(call)
      return call.method === 'getUtxos' ? [] : told
    })
    give(100_000n)
    const settled = server.chain.unspentOf(scriptOf('payment')).reduce((sum, { value }) => sum + value, 0n)
    const inputs = BigInt(server.chain.unspentOf(scriptOf('payment')).length)
    const old = await transfer(world(), String(settled - 3n * (42n + 68n * inputs) - 100n))
    const { view, refusal } = await approve(await speedUp(poor, old))
    expect(view.stop).toMatchObject({ title: { key: 'stop.funds' } })
    expect(refusal).toMatchObject({ data: { reason: 'funds' } })
    server.chain.mine()
  })
})

test('what the network does not know, what others have sent, and another account are refused', async () => {
  const at = world()
  expect(await reasonOf((await speedUp(at, 'ab'.repeat(32))).prepare(signal))).toBe('unknownTransaction')
  // It waits, and it is not the account's own.
  const foreign = server.chain.give(at.payment, 5_000n)
  expect(['notOurs', 'notReplaceable']).toContain(
    await reasonOf((await speedUp(at, foreign)).prepare(signal)),
  )
  expect(await reasonOf(speedUp(at, foreign, at.ordinal))).toBe('ordinalTransfer')
  expect(await reasonOf(speedUp(at, foreign, STRANGER))).toBe('wrongAccount')
  expect(await reasonOf(speedUp(at, 'nonsense'))).toBe('txid')
  expect(at.signed).toEqual([])
})

test('a service that tells another transaction is found out', async () => {
  give(100_000n)
  const [old, other] = [await transfer(), give(7_000n)]
  const waits = { height: null }
  const lying = world((call) => {
    const told = answer({
      ...call,
      params: call.method === 'getTransaction' ? [other] : call.params,
    } as RpcCall)
    return call.method === 'getTransaction' ? { ...(told as object), ...waits } : told
  })
  expect(await reasonOf((await speedUp(lying, old)).prepare(signal))).toBe('unreadable')
})
