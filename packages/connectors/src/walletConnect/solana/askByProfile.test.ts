import { createServer } from 'node:http'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import {
  encodeSolanaMessage,
  joinSolanaTransaction,
  parseSolanaTransaction,
} from '@latchkey/std/solana/transaction'
import { createMockSolanaWallet } from '@latchkey/testing'
import { expect, it } from 'vitest'
import { connectorContext } from '../../testing/connectorContext.ts'
import type { Client, Session } from '../createClient.ts'
import { sessionRequest } from '../sessionRequest.ts'

const NETWORK = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const mock = await createMockSolanaWallet()
const payer = encodeBase58(new Uint8Array(32).fill(9))

/** A transaction that the wallet signs as the second of two. */
const unsigned = joinSolanaTransaction(
  [new Uint8Array(64), new Uint8Array(64)],
  encodeSolanaMessage({
    version: 0,
    ...{ requiredSignatures: 2, readonlySigned: 0, readonlyUnsigned: 1 },
    accounts: [payer, mock.address, encodeBase58(new Uint8Array(32))],
    blockhash: encodeBase58(new Uint8Array(32).fill(8)),
    instructions: [{ program: 2, accounts: [0, 1], data: Uint8Array.of(1) }],
    lookups: [],
  }),
)
const { features } = mock.wallet as {
  features: {
    'solana:signTransaction': {
      signTransaction(input: object): Promise<[{ signedTransaction: Uint8Array<ArrayBuffer> }]>
    }
  }
}
const [{ signedTransaction: signed }] = await features['solana:signTransaction'].signTransaction({
  transaction: unsigned,
})
const signature = encodeBase58(parseSolanaTransaction(signed)?.signatures[1] ?? new Uint8Array())
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** What a wallet is asked, and what the page gets for its answer. */
async function ask(
  method: string,
  params: Record<string, unknown>,
  answer: unknown,
  { apiOrigin = 'http://127.0.0.1:9', methods = [method] } = {},
) {
  const asked: unknown[] = []
  const client = {
    on: () => undefined,
    off: () => undefined,
    async request({ request }: { request: unknown }) {
      asked.push(request)
      return answer
    },
  } as unknown as Client
  const transport = {
    ensure: async () => undefined,
    within: () => Promise.reject(),
    stop: async () => undefined,
  }
  const shared = { accounts: [`${NETWORK}:${mock.address}`], methods, events: [] }
  const session = { topic: 'topic', namespaces: { solana: shared } } as unknown as Session
  const ended = new AbortController().signal
  const parameters = {
    session,
    active: { solana: NETWORK },
    caipNetworkId: NETWORK,
    method,
    params,
    ended,
  } as const
  const context = connectorContext({ services: { walletOrigin: 'https://wallet.example', apiOrigin } })
  const result = await sessionRequest({ context, client, transport }, parameters)
  return { asked: asked[0], result }
}

it.each([
  ['whole', { signature, transaction: base64(signed) }],
  ['as its signature alone', { signature }],
  ['as its signature alone, by null', { signature, transaction: null }],
])('a transaction goes to the wallet in base64; one that it signs comes back %s', async (_, answer) => {
  const params = { transaction: encodeBase58(unsigned) }
  const { asked, result } = await ask('solana_signTransaction', params, answer)
  expect(asked).toEqual({ method: 'solana_signTransaction', params: { transaction: base64(unsigned) } })
  expect(result).toEqual({ signature, transaction: encodeBase58(signed) })
})

it('several transactions go and come as one does', async () => {
  const method = 'solana_signAllTransactions'
  const params = { transactions: [encodeBase58(unsigned), encodeBase58(unsigned)] }
  const { asked, result } = await ask(method, params, { transactions: [base64(signed), base64(signed)] })
  expect(asked).toEqual({ method, params: { transactions: [base64(unsigned), base64(unsigned)] } })
  expect(result).toEqual({ transactions: [encodeBase58(signed), encodeBase58(signed)] })
})

it('a transaction to be sent has its options by the name that wallets read', async () => {
  const method = 'solana_signAndSendTransaction'
  const options = { preflightCommitment: 'confirmed' }
  const { asked, result } = await ask(method, { transaction: encodeBase58(unsigned), options }, { signature })
  expect(asked).toEqual({ method, params: { transaction: base64(unsigned), sendOptions: options } })
  expect(result).toEqual({ signature })
})

it('a message stays in base58', async () => {
  const params = { message: encodeBase58(Uint8Array.of(1, 2)), pubkey: mock.address }
  const { asked, result } = await ask('solana_signMessage', params, { signature })
  expect(asked).toEqual({ method: 'solana_signMessage', params })
  expect(result).toEqual({ signature })
})

it.each([
  ['solana_signTransaction', { transaction: 'no base64' }],
  ['solana_signTransaction', { signature: '1' }],
  ['solana_signTransaction', null],
  ['solana_signAllTransactions', { transactions: [] }],
])('%s that is answered with %j is no answer', async (method, answer) => {
  const text = encodeBase58(unsigned)
  const params = { transaction: text, transactions: [text] }
  await expect(ask(method, params, answer)).rejects.toMatchObject({ code: 6013 })
})

it('what is no base58 does not reach the wallet', async () => {
  const params = { transaction: base64(unsigned) }
  expect(decodeBase58(params.transaction, 6_000)).toBeUndefined()
  await expect(ask('solana_signTransaction', params, {})).rejects.toMatchObject({ code: -32_602 })
})

it.each([{}, null, { signature: '1' }, signature])(
  'what may be sent and is answered with %j is uncertain',
  async (answer) => {
    const params = { transaction: encodeBase58(unsigned) }
    await expect(ask('solana_signAndSendTransaction', params, answer)).rejects.toMatchObject({ code: 6044 })
  },
)

it('what a wallet only signs, the service sends', async () => {
  const calls: { method: string; params: unknown[] }[] = []
  const server = createServer(async (request, response) => {
    calls.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: 'the id' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const apiOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const options = { skipPreflight: true }
  const params = { transaction: encodeBase58(unsigned), options }
  const methods = ['solana_signTransaction']
  const told = ask('solana_signAndSendTransaction', params, { signature }, { apiOrigin, methods })
  const { asked, result } = await told.finally(() => server.close())
  expect(asked).toEqual({ method: 'solana_signTransaction', params: { transaction: base64(unsigned) } })
  expect(calls).toMatchObject([{ method: 'sendTransaction', params: [base64(signed), options] }])
  expect(result).toEqual({ signature: 'the id' })
})

it('a wallet that does neither is asked nothing', async () => {
  const params = { transaction: encodeBase58(unsigned) }
  const methods = ['solana_signMessage']
  await expect(ask('solana_signAndSendTransaction', params, {}, { methods })).rejects.toMatchObject({
    code: 6037,
    data: { rpcCode: 4200 },
  })
})
