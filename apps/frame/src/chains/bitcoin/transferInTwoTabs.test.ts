import { type BitcoinServer, startBitcoin } from '@latchkey/testing/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RpcCall } from '../../context/ChainRpc.ts'
import { fakeChain } from '../../testing/fakeFrame.ts'
import { openApproval } from './approvalKinds.ts'
import { bitcoinWorld, REGTEST, scriptOf } from './testing/bitcoinWorld.ts'

const { signal } = new AbortController()
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let server: BitcoinServer
let isSilent = false
beforeAll(async () => {
  server = await startBitcoin()
})
beforeEach(() => {
  isSilent = false
})
afterAll(() => server.stop())

/** The service's answers about the local chain. */
function answer({ method, params }: RpcCall): unknown {
  const [first = ''] = params as string[]
  const { chain } = server
  if (isSilent) throw new Error('silent')
  if (method === 'getFeeRates') return { slow: 1, normal: 3, fast: 50 }
  if (method === 'getUtxos')
    return chain.unspentOf(scriptOf('payment')).map(({ txid, vout, value }) => ({
      ...{ txid, vout, value: String(value), height: chain.heightOf(txid) ?? null },
    }))
  if (method === 'getTransaction')
    return {
      hex: chain.find(first)?.transaction.toHex() ?? '',
      fee: '0',
      height: chain.heightOf(first) ?? null,
    }
  return chain.broadcast(first)
}

const world = () => bitcoinWorld(fakeChain(answer))
const give = (value: bigint) => {
  server.chain.give(world().payment, value)
  server.chain.mine()
}

/** A transfer as it stands on the screen of one tab. */
async function show(amount: string, speed: 'normal' | 'fast' = 'normal') {
  const params = { recipientAddress: STRANGER, amount } as never
  const approval = await openApproval(world().frame, { method: 'sendTransfer', params, chain: REGTEST })
  const first = await approval.prepare(signal)
  const shown = (await approval.edit?.(first, { kind: 'fee', speed }, signal)) ?? first
  const approve = async () => {
    const now = (await approval.confirm?.(shown, signal)) ?? shown
    if (now !== shown || now.payload === null) return { now, txid: undefined }
    const { txid } = (await approval.sign(now.payload, () => undefined)) as { txid: string }
    return { now, txid }
  }
  return { shown, approve }
}

test('a transfer does not take the place of one that was sent while it stood on the screen', async () => {
  give(900_000n)
  const [larger, smaller] = [await show('300000', 'fast'), await show('20000')]
  const first = await smaller.approve()
  const { now, txid } = await larger.approve()
  expect(server.chain.find(first.txid ?? '')).toBeDefined()
  // It is shown anew, with what is left, and not signed.
  expect([txid, now.payload]).not.toContain(larger.shown.payload)
  expect(now.view.facts).not.toEqual(larger.shown.view.facts)
  server.chain.mine()
})

test('one whose coins are still there is signed as it was shown', async () => {
  give(50_000n)
  const { txid } = await (await show('20000')).approve()
  expect(server.chain.find(txid ?? '')).toBeDefined()
  server.chain.mine()
})

test('where the network does not say so, nothing is signed', async () => {
  give(50_000n)
  const opened = await show('20000')
  isSilent = true
  const { now } = await opened.approve()
  expect([now.payload, now.view.stop?.title.key]).toEqual([null, 'stop.network'])
})
