import { createServer, type Server } from 'node:http'
import { encodeBase58 } from '@latchkey/std/base58'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectorContext } from '../testing/connectorContext.ts'
import { sendSigned } from './sendSigned.ts'

const CHAIN = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const SIGNATURE = new Uint8Array(64).fill(5)
const HASH = encodeBase58(SIGNATURE)
const WIRE = Uint8Array.of(1, ...SIGNATURE, 1, 2, 3)
const SEEN = { value: [{ slot: 1, err: null, confirmationStatus: 'processed' }] }
const REFUSED = { error: { code: -32_002, message: 'This transaction has already been processed' } }

let server: Server
let apiOrigin = ''
/** By method; what is missing is not answered: the connection ends. */
let replies: Record<string, object> = {}
let asked: { method: string; params: unknown[] }[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = JSON.parse(Buffer.concat(chunks).toString()) as (typeof asked)[number]
    asked.push(call)
    const reply = replies[call.method]
    if (reply) response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, ...reply }))
    else request.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  apiOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  replies = {}
  asked = []
})
const send = (given: object = { preflightCommitment: 'confirmed' }) => {
  const services = { walletOrigin: 'https://wallet.example', apiOrigin }
  return sendSigned(connectorContext({ services }), CHAIN, WIRE, given)
}

it('sends what is signed, once', async () => {
  replies = { sendTransaction: { result: HASH } }
  expect(await send()).toBe(HASH)
  const options = { preflightCommitment: 'confirmed', encoding: 'base64' }
  expect(asked.map(({ params }) => params)).toEqual([[Buffer.from(WIRE).toString('base64'), options]])
})
it.each([
  [{}, { preflightCommitment: 'confirmed' }],
  [{ preflightCommitment: 'finalized', skipPreflight: true }, {}],
])(
  'a block of the last seconds is none that is unknown, unless the page wants it so: %o',
  async (given, more) => {
    replies = { sendTransaction: { result: HASH } }
    await send(given)
    expect(asked[0]?.params[1]).toEqual({ ...given, ...more, encoding: 'base64' })
  },
)
it.each([
  ['whose answer was lost', {}],
  ['that a second try was refused for', { sendTransaction: REFUSED }],
])('one %s is sent, where the network has seen it', async (_, sent) => {
  replies = { ...sent, getSignatureStatuses: { result: SEEN } }
  expect(await send()).toBe(HASH)
  expect(asked.at(-1)?.params).toEqual([[HASH], { searchTransactionHistory: true }])
})
it.each([
  ['has not seen it yet', { getSignatureStatuses: { result: { value: [null] } } }],
  ['is not heard of either', {}],
])('nobody says that it was not sent where its answer was lost and the network %s', async (_, told) => {
  replies = told
  await expect(send()).rejects.toMatchObject({ code: 6044, data: { hash: HASH } })
})
it('a refusal is told as the node gives it', async () => {
  replies = { sendTransaction: REFUSED, getSignatureStatuses: { result: { value: [null] } } }
  await expect(send()).rejects.toMatchObject({ code: -32_002 })
})
