import type { ChainInfo } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { ApprovalView, Receipt } from '../../../approvals/ApprovalView.ts'
import { accountFact } from '../../../approvals/phrases.ts'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import { view as plainView } from '../../../testing/approvalRunner.ts'
import { fakeChain, fakeFrame, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { addCalls } from '../calls/callsStore.ts'
import { followSent } from './followSent.ts'

const chain: ChainInfo = {
  ...(testConfig.chains[0] as ChainInfo),
  explorerUrl: 'https://explorer.example/',
}
const hash = `0x${'5a'.repeat(32)}`
const view: ApprovalView = { ...plainView, facts: [accountFact(testAddress)] }
const mined = {
  status: '0x1',
  blockNumber: '0x10',
  from: testAddress.toLowerCase(),
  gasUsed: '0x5208',
  effectiveGasPrice: '0x3b9aca00',
}

/** What is told of a request until it is over, or until so much was told. */
function follow(
  answers: (call: RpcCall) => unknown,
  most = 1,
  result: unknown = hash,
  method = 'eth_sendTransaction',
) {
  const frame = fakeFrame({ chain: fakeChain(answers) })
  const abort = new AbortController()
  const told: Receipt[] = []
  const report = (receipt: Receipt) => {
    told.push(receipt)
    if (told.length === most) abort.abort()
  }
  const work = followSent(frame, { method, params: [], chain })({ result, view }, report, abort.signal)
  return { told, work }
}
const answering =
  (receipt: unknown, final: unknown = null) =>
  ({ method }: RpcCall) =>
    method === 'eth_getTransactionReceipt' ? receipt : final
const paid = (receipt: Receipt | undefined) =>
  receipt?.facts.find(({ label }) => label === 'receipt.paid')?.value

describe('what became of a transaction', () => {
  test.each([
    ['pending', answering(null)],
    ['confirmed', answering(mined)],
    ['confirmed', answering(mined, { number: '0xf' })],
    ['final', answering(mined, { number: '0x10' })],
    ['failed', answering({ ...mined, status: '0x0' })],
  ] as const)('%s', async (status, answers) => {
    const { told, work } = follow(answers)
    await work
    expect(told.map((receipt) => receipt.status)).toEqual([status])
    expect(told[0]?.isStale).toBe(false)
  })

  test('what the account paid, storing it on Ethereum included, and where to look it up', async () => {
    const { told, work } = follow(answering({ ...mined, l1Fee: '0x1' }))
    await work
    expect(paid(told[0])).toMatchObject({ amount: 21_000_000_000_001n, symbol: 'ETH' })
    expect(told[0]?.link).toBe(`https://explorer.example/tx/${hash}`)
  })

  test('what somebody else sent for the account is not said to be paid by it', async () => {
    const { told, work } = follow(answering({ ...mined, from: `0x${'11'.repeat(20)}` }))
    await work
    expect(paid(told[0])).toBeUndefined()
  })

  test('a network that does not answer, or answers nonsense, leaves it waiting', async () => {
    const silent = follow(() => {
      throw new Error('no network')
    })
    await silent.work
    expect(silent.told).toMatchObject([{ status: 'pending', isStale: true }])
    const nonsense = follow(answering({ status: 'fine', blockNumber: 7 }))
    await nonsense.work
    expect(nonsense.told).toMatchObject([{ status: 'pending', isStale: false }])
  })

  test('calls for another network than the active one are looked up where that one is', async () => {
    const other = { ...chain, id: 8453, caip2: 'eip155:8453', explorerUrl: 'https://other.example' }
    const answers = ({ method }: RpcCall) =>
      method === 'eth_getTransactionReceipt'
        ? { ...mined, transactionHash: hash, blockHash: hash, logs: [] }
        : null
    const frame = fakeFrame({
      chain: fakeChain(answers),
      config: { ...testConfig, chains: [chain, other] },
    })
    addCalls(frame, {
      id: 'one',
      version: '2.0.0',
      chainId: other.id,
      account: testAddress,
      createdAt: frame.now(),
      touchedAt: frame.now(),
      closed: true,
      calls: [{ to: testAddress, value: '0x0', data: '0x' }],
      operation: null,
      transactions: [{ hash, nonce: 1 }],
    })
    const abort = new AbortController()
    const told: Receipt[] = []
    const report = (receipt: Receipt) => {
      told.push(receipt)
      abort.abort()
    }
    const request = { method: 'wallet_sendCalls', params: [], chain }
    await followSent(frame, request)({ result: { id: 'one' }, view }, report, abort.signal)
    expect(told).toMatchObject([{ status: 'confirmed', link: `https://other.example/tx/${hash}` }])
  })

  test('nothing is followed that was not sent, or has no hash', () => {
    expect(follow(answering(mined), 1, '0xsignature', 'personal_sign').work).toBeUndefined()
    expect(follow(answering(mined), 1, 'not a hash').work).toBeUndefined()
  })
})
