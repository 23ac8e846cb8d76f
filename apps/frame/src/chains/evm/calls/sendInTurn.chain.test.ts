import type { ShownTransaction } from '@latchkey/chain-evm/decode/model'
import { deployTestTargets, testTargets } from '@latchkey/local-bundler'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rpcHandlers } from '../../../host/rpc.ts'
import { approveNow, openNow, worldChain, worldFrame } from '../../../testing/worldFrame.ts'
import { addPending } from '../pending/pendingTransactions.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signal = new AbortController().signal
let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil({ prepare: deployTestTargets })
})
afterAll(() => chain.stop())

const someone = async (wei = parseEther('1')) => {
  const who = await worldFrame(worldChain(chain.url, 'http://127.0.0.1:9'))
  await chain.setBalance(who.owner.address, wei)
  return who
}
type Who = Awaited<ReturnType<typeof someone>>
const mostOf = (payload: unknown) => (payload as { maxFeePerGas: bigint }[])[0]?.maxFeePerGas ?? 0n
const good = { to: friend, value: '0x1' }
const batch = ({ owner }: Who, calls: readonly object[]) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', chainId: '0x7a69', from: owner.address, atomicRequired: false, calls }],
})
const status = ({ frame }: Who, id: string) =>
  rpcHandlers.rpcRequest(frame)({ method: 'wallet_getCallsStatus', params: [id] }, {
    origin: '',
    signal,
  } as never)
const ends = (who: Who, id: string, code: number, receipts: number) =>
  expect
    .poll(() => status(who, id))
    .toMatchObject({ status: code, atomic: false, receipts: Array.from({ length: receipts }, () => ({})) })

describe('the calls of a plain account, one after the other', () => {
  test('each is worth what it was when it was shown: later ones build on earlier ones', async () => {
    const who = await someone()
    const approval = await openNow(who.frame, batch(who, [good, { to: friend, value: '0x2' }]))
    const { view } = await approval.prepare(signal)
    expect(view.sentence.key).toBe('batch.sayInTurn_other')
    expect(view.warnings.map(({ title }) => title.key)).toContain('warn.inTurn')
    expect(view.changes).toMatchObject({
      status: 'known',
      rows: [{ direction: 'out', value: { amount: 3n } }],
    })
  })

  test('none goes out where one of them is signed otherwise than shown', async () => {
    const who = await someone()
    const approval = await openNow(who.frame, batch(who, [good, { to: friend, value: '0x2' }]))
    const { payload } = await approval.prepare(signal)
    const { call } = await who.frame.keys.client()
    const sign = call.signTransaction
    const signTransaction: typeof sign = ({ address, transaction }) =>
      sign({ address, transaction: { ...transaction, value: transaction.value.replace('2', '3') } })
    Object.assign(call, { signTransaction })
    const refusal = { data: { reason: 'signatureMismatch' } }
    await expect(approval.sign(payload, () => undefined)).rejects.toMatchObject(refusal)
    expect(Number(await chain.call('eth_getTransactionCount', [who.owner.address, 'pending']))).toBe(0)
  })

  test('a number that another tab has taken meanwhile is not taken from it', async () => {
    const who = await someone()
    const approval = await openNow(who.frame, batch(who, [good, { to: friend, value: '0x2' }]))
    const prepared = await approval.prepare(signal)
    const [first] = prepared.payload as [ShownTransaction]
    expect(await approval.confirm?.(prepared, signal)).toBe(prepared)
    addPending(who.frame, { ...first, value: 9n }, `0x${'9'.repeat(64)}`)
    const again = await approval.confirm?.(prepared, signal)
    expect(again?.payload).toMatchObject([{ nonce: first.nonce + 1 }, { nonce: first.nonce + 2 }])
  })

  test('one that fails ends it: 600, with the receipts of what ran', async () => {
    const who = await someone()
    const bad = { to: testTargets.reverting, data: '0x12345678' }
    const approval = await openNow(who.frame, batch(who, [good, bad, good]))
    const { payload, view } = await approval.prepare(signal)
    expect(view.stop).toBeNull()
    expect(view.warnings.map(({ title }) => title.key)).toContain('warn.reverts')
    const { id } = (await approval.sign(payload, () => undefined)) as { id: string }
    await ends(who, id, 600, 2)
    expect(Number(await chain.call('eth_getTransactionCount', [who.owner.address, 'latest']))).toBe(2)
  })

  test('the first one fails: 500', async () => {
    const who = await someone()
    const bad = { to: testTargets.reverting, data: '0x12345678' }
    const { id } = (await approveNow(who.frame, batch(who, [bad, good]))) as { id: string }
    await ends(who, id, 500, 1)
  })

  test('a fee that the person chose is the one that is signed', async () => {
    const who = await someone()
    const approval = await openNow(who.frame, batch(who, [good, good]))
    const prepared = await approval.prepare(signal)
    const changed = await approval.edit?.(prepared, { kind: 'fee', speed: 'fast' }, signal)
    expect(mostOf(changed?.payload)).toBeGreaterThan(mostOf(prepared.payload))
  })

  test('read for long, it stands as it was shown while the network takes it so, and is shown anew when not', async () => {
    const who = await someone()
    const approval = await openNow(who.frame, batch(who, [good, good]))
    const shown = await approval.prepare(signal)
    const later = Date.now() + 16_000
    who.frame.now = () => later
    const priceIs = async (wei: bigint) => {
      await chain.call('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`])
      await chain.call('evm_mine', [])
    }
    const most = mostOf(shown.payload)
    await priceIs(most / 3n)
    expect(await approval.confirm?.(shown, signal)).toMatchObject({
      view: shown.view,
      payload: shown.payload,
    })
    who.frame.now = () => later + 600_000
    expect(mostOf((await approval.confirm?.(shown, signal))?.payload)).not.toBe(most)
    who.frame.now = () => later
    await priceIs(most * 2n)
    const anew = await approval.confirm?.(shown, signal)
    expect(anew?.view).not.toEqual(shown.view)
    expect(mostOf(anew?.payload)).toBeGreaterThan(most * 2n)
    await priceIs(1_000_000_000n)
  })

  test('without the money for all of them it stops', async () => {
    const who = await someone(parseEther('0.001'))
    const approval = await openNow(who.frame, batch(who, [good, { to: friend, value: '0x38d7ea4c68000' }]))
    expect((await approval.prepare(signal)).view.stop).not.toBeNull()
  })
})
