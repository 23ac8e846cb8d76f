import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startJsonRpc } from '../testing/startJsonRpc.ts'
import { createUpstream, type UpstreamRequest } from '../upstreams/rpc/upstream.ts'
import { readBlock } from './readBlock.ts'

const MOST_BYTES = 8_192
const HASH = `0x${'ab'.repeat(32)}`
const SENDER = `0x${'12'.repeat(20)}`
const header = { hash: HASH, parentHash: HASH, number: '0x7', timestamp: '0x1' }
const transaction = {
  hash: HASH,
  from: SENDER,
  to: SENDER,
  value: '0x1',
  nonce: '0x0',
  transactionIndex: '0x0',
}
const log = { address: SENDER, topics: [HASH], transactionIndex: '0x0', logIndex: '0x0', blockHash: HASH }
const long = `0x${'00'.repeat(MOST_BYTES)}`

let node: Awaited<ReturnType<typeof startJsonRpc>>
/** What somebody has written into the block. */
let input = '0x'
let data = '0x'
beforeAll(async () => {
  node = await startJsonRpc(({ method, params }) => {
    if (method === 'eth_getLogs') return { result: [{ ...log, data }] }
    const transactions = params?.[1] === true ? [{ ...transaction, input }] : [HASH]
    return { result: { ...header, transactions } }
  })
})
afterAll(() => node.stop())
beforeEach(() => {
  input = '0x'
  data = '0x'
  node.calls.length = 0
})

function read() {
  const options = { batch: false, mostBytes: MOST_BYTES }
  const upstream = createUpstream({ rpcUrls: [node.url] }, () => performance.now(), options)
  return readBlock((call: UpstreamRequest) => upstream.request(call, new AbortController().signal), 7)
}

test('a block is read with its transactions and logs', async () => {
  expect(await read()).toMatchObject({ number: 7, transactions: [{ from: SENDER }], logs: [{ data: '0x' }] })
})

test('a block whose logs are longer than is read is told without them', async () => {
  data = long
  expect(await read()).toMatchObject({ hash: HASH, transactions: [{ from: SENDER }], logs: [] })
  // The same answer would come again.
  expect(node.calls.map(({ method }) => method)).toEqual(['eth_getBlockByNumber', 'eth_getLogs'])
})

test('of a block that is longer than is read itself the header alone is kept', async () => {
  input = long
  expect(await read()).toEqual({
    hash: HASH,
    parentHash: HASH,
    number: 7,
    timestamp: 1,
    transactions: [],
    logs: [],
  })
})
