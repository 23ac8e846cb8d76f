import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isRecord } from '@latchkey/std/isRecord'
import type { SolanaMethods } from './accountMethods.ts'
import { createSolanaFaucet, type SolanaFaucet } from './createSolanaFaucet.ts'
import { LOCAL_GENESIS_HASH, LOCAL_SOLANA_ID } from './localSolana.ts'
import { addressOf, wholeOf } from './readParams.ts'
import { METHOD_NOT_FOUND, RpcError } from './rpcError.ts'
import { rpcMethods } from './rpcMethods.ts'
import { createSolanaChain } from './SolanaChain.ts'
import { serveSockets } from './serveSockets.ts'
import { wireJson } from './wireJson.ts'

export type SolanaOptions = {
  /** Default: a free port. */
  port?: number
  /** Milliseconds of a slot; 0: the chain moves on by `advance` alone. Default 400, as on the public networks. */
  slotTime?: number
}

export type SolanaServer = {
  readonly url: string
  /** Subscriptions; the same port. */
  readonly webSocketUrl: string
  readonly port: number
  /** CAIP-2. */
  readonly caipNetworkId: typeof LOCAL_SOLANA_ID
  readonly genesisHash: string
  faucet: SolanaFaucet
  /** Moves on by so many slots: after 150 a blockhash has expired. */
  advance: (slots: number) => void
  stop: () => Promise<void>
}

const SLOT = 400
/** Bytes of the largest request. */
const LARGEST = 1_000_000
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'content-type': 'application/json',
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > LARGEST) throw new RpcError(-32_600, 'The request is too large.')
  }
  return JSON.parse(text)
}

async function answerCall(methods: SolanaMethods, call: unknown): Promise<object> {
  const { id = null, method, params } = isRecord(call) ? call : {}
  const head = { jsonrpc: '2.0', id }
  try {
    const run = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new RpcError(METHOD_NOT_FOUND, 'Method not found')
    return { ...head, result: await run(Array.isArray(params) ? params : []) }
  } catch (error) {
    const known =
      error instanceof RpcError ? error : new RpcError(-32_603, `Internal error: ${String(error)}`)
    const { code, message, data } = known
    return { ...head, error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
}

async function answerRequest(methods: SolanaMethods, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    response.writeHead(request.method === 'OPTIONS' ? 204 : 405, HEADERS).end()
    return
  }
  try {
    const body = await bodyOf(request)
    const answer = Array.isArray(body)
      ? await Promise.all(body.map((call) => answerCall(methods, call)))
      : await answerCall(methods, body)
    response.writeHead(200, HEADERS).end(wireJson(answer))
  } catch {
    const error = { code: -32_700, message: 'Parse error' }
    response.writeHead(200, HEADERS).end(wireJson({ jsonrpc: '2.0', id: null, error }))
  }
}

/**
 * Starts a chain of Solana in this process, behind JSON-RPC over HTTP and WebSocket on 127.0.0.1: the real runtime
 * (litesvm), a faucet, an SPL mint and one of Token-2022 with a transfer fee. It keeps nothing. `latchkey_mint` makes
 * base units of the SPL mint.
 *
 * @throws Error when the port is taken, or where the runtime has no build for this machine
 * @example
 * const solana = await startSolana()
 * await solana.faucet.give(address, 1_000_000_000n)
 * await solana.faucet.giveToken(solana.faucet.mint, address, 25_000_000n)
 * await solana.stop()
 */
export async function startSolana(options: SolanaOptions = {}): Promise<SolanaServer> {
  const { slotTime = SLOT } = options
  const chain = await createSolanaChain()
  const faucet = await createSolanaFaucet(chain)
  const methods: SolanaMethods = {
    ...rpcMethods(chain),
    // As anvil's own methods do: for whoever reaches the chain by its address alone.
    latchkey_mint: ([owner, amount]) => faucet.giveToken(faucet.mint, addressOf(owner), wholeOf(amount)),
    requestAirdrop: ([address, lamports]) => faucet.give(addressOf(address), wholeOf(lamports)),
  }
  const server = createServer((request, response) => void answerRequest(methods, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const closeSockets = serveSockets(server, chain)
  const timer = slotTime > 0 ? setInterval(() => chain.advance(1), slotTime) : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    webSocketUrl: `ws://127.0.0.1:${port}`,
    port,
    caipNetworkId: LOCAL_SOLANA_ID,
    genesisHash: LOCAL_GENESIS_HASH,
    faucet,
    advance: chain.advance,
    async stop() {
      clearInterval(timer)
      closeSockets()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
