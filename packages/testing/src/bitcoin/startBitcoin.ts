import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { BitcoinChain } from './BitcoinChain.ts'
import { BitcoinRefusal } from './bitcoinRefusal.ts'

export type BitcoinOptions = {
  /** Default: a free port. */
  port?: number
  /** Unix time in seconds of the first block; default 2024-01-01. */
  startedAt?: number
  /** Makes a block so often, ms, while something waits for one. Left out: only when it is told to. */
  blockTime?: number
}

export type BitcoinServer = {
  /** Of the API; it has no prefix. */
  readonly url: string
  readonly port: number
  /** CAIP-2. */
  readonly caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
  chain: BitcoinChain
  stop: () => Promise<void>
}

const STARTED_AT = 1_704_067_200
/** Bytes of the largest transaction in hex that is taken. */
const LARGEST = 800_000
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > LARGEST) throw new BitcoinRefusal('The request is too large.')
  }
  return text
}

type Answer = typeof import('./esploraRoutes.ts').answerEsplora

async function answer(
  answerEsplora: Answer,
  chain: BitcoinChain,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: unknown) => {
    const isText = typeof body === 'string'
    const type = { 'content-type': isText ? 'text/plain' : 'application/json' }
    response.writeHead(status, { ...HEADERS, ...type }).end(isText ? body : JSON.stringify(body))
  }
  if (request.method === 'OPTIONS') return send(204, '')
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { status, body } = answerEsplora(chain, request.method ?? 'GET', pathname, await bodyOf(request))
    send(status, body)
  } catch (error) {
    send(error instanceof BitcoinRefusal ? 400 : 500, String(error instanceof Error ? error.message : error))
  }
}

/**
 * Starts a chain like regtest in this process, behind an API of Esplora's shape on 127.0.0.1. It keeps nothing.
 *
 * @throws Error when the port is taken
 * @example
 * const bitcoin = await startBitcoin()
 * bitcoin.chain.give(address, 100_000n)
 * bitcoin.chain.mine()
 * await bitcoin.stop()
 */
export async function startBitcoin({
  port = 0,
  startedAt = STARTED_AT,
  blockTime,
}: BitcoinOptions = {}): Promise<BitcoinServer> {
  // Whoever starts no chain loads no curve for it.
  const [{ createBitcoinChain }, { answerEsplora }] = await Promise.all([
    import('./BitcoinChain.ts'),
    import('./esploraRoutes.ts'),
  ])
  const chain = createBitcoinChain(startedAt)
  const server = createServer((request, response) => void answer(answerEsplora, chain, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const mineWaiting = () => {
    if (chain.waiting.size > 0) chain.mine()
  }
  const clock = blockTime === undefined ? undefined : setInterval(mineWaiting, blockTime).unref()
  const bound = server.address()
  const actual = typeof bound === 'object' && bound ? bound.port : 0
  return {
    ...{ url: `http://127.0.0.1:${actual}`, port: actual, chain },
    caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    stop: () =>
      new Promise<void>((resolve) => {
        clearInterval(clock)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
