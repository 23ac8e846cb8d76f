import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerAppPage } from './appPage.ts'
import { type Channel, type ChannelStore, createChannelStore } from './channelStore.ts'
import { BadBody, readAnswer, readNewChannel } from './readChannelBody.ts'

export type FarcasterRelayOptions = {
  /** Default: a free port. */
  port?: number
  /** How long a channel lives, in milliseconds. Default 10 minutes. */
  lifetime?: number
  /** Links lead to a page of this relay that stands for the person's app, instead of to farcaster.xyz. */
  ownLinks?: boolean
}

export type FarcasterRelay = {
  /** What the service takes as FARCASTER_RELAY_URL. */
  readonly url: string
  readonly port: number
  /** Answers 503 until `resume`, as an outage would. */
  pause: () => void
  resume: () => void
  /** The link of the next channel that is opened: what a code on the screen says. */
  nextLink: () => Promise<string>
  stop: () => Promise<void>
}

const TEN_MINUTES = 600_000
const MAX_BODY_BYTES = 16_384

/** `opened`: the link of a channel that began with it. */
type Reply = { status: number; body: object; opened?: string }

const reply = (status: number, body: object): Reply => ({ status, body })
const unauthorized = reply(401, { error: 'Unauthorized' })

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > MAX_BODY_BYTES) throw new BadBody('The body is too long.')
  }
  return body
}

function open(channels: ChannelStore, body: string, request: IncomingMessage): Reply & { opened: string } {
  const { parameters, acceptAuthAddress } = readNewChannel(body)
  const metadata = {
    ip: request.socket.remoteAddress ?? '',
    userAgent: request.headers['user-agent'] ?? '',
  }
  const channel = channels.open({ acceptAuthAddress, metadata }, parameters)
  const { token, url } = channel
  return { ...reply(201, { channelToken: token, url, nonce: channel.parameters.nonce }), opened: url }
}

/** A finished channel tells its answer once. */
function status(channels: ChannelStore, channel: Channel): Reply {
  const { url, parameters, metadata, acceptAuthAddress, answer } = channel
  const known = { url, nonce: parameters.nonce, metadata, acceptAuthAddress, signatureParams: parameters }
  if (!answer) return reply(202, { state: 'pending', ...known })
  channels.close(channel.token)
  return reply(200, { state: 'completed', ...known, ...answer })
}

function authenticate(channel: Channel, body: string): Reply {
  if (channel.answer) return unauthorized
  channel.answer = readAnswer(body)
  return reply(201, { state: 'completed', nonce: channel.parameters.nonce, ...channel.answer })
}

async function answer(channels: ChannelStore, request: IncomingMessage): Promise<Reply> {
  const route = `${request.method} ${request.url?.split('?')[0]}`
  const body = await readBody(request)
  if (route === 'POST /v1/channel') return open(channels, body, request)
  if (route !== 'GET /v1/channel/status' && route !== 'POST /v1/channel/authenticate')
    return reply(404, { error: 'Not Found' })
  const token = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const channel = token ? channels.find(token) : undefined
  if (!channel) return unauthorized
  return request.method === 'GET' ? status(channels, channel) : authenticate(channel, body)
}

function send(response: ServerResponse, { status: code, body }: Reply): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

const describeFailure = (error: unknown) =>
  error instanceof BadBody
    ? reply(400, { error: 'Validation error', message: error.message })
    : reply(500, { error: 'Internal Server Error' })

/**
 * Starts a relay for Sign In With Farcaster (FIP-11) on 127.0.0.1: `POST /v1/channel`, `GET /v1/channel/status` and
 * `POST /v1/channel/authenticate`. It carries messages and verifies none, as a client must expect of any relay.
 *
 * @throws Error that names the port when it is taken
 * @example
 * const relay = await startFarcasterRelay()
 * process.env.FARCASTER_RELAY_URL = relay.url
 * await relay.stop()
 */
export async function startFarcasterRelay(options: FarcasterRelayOptions = {}): Promise<FarcasterRelay> {
  let port = options.port ?? 0
  const linkOrigin = () => (options.ownLinks ? `http://farcaster.localhost:${port}` : 'https://farcaster.xyz')
  const channels = createChannelStore(options.lifetime ?? TEN_MINUTES, linkOrigin)
  const waiting: ((link: string) => void)[] = []
  const respond = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    options.ownLinks && request.url?.startsWith('/~/siwf?')
      ? answerAppPage(channels, `http://127.0.0.1:${port}`, request, response)
      : answer(channels, request)
          .catch(describeFailure)
          .then((result) => {
            if (result.opened !== undefined) for (const resolve of waiting.splice(0)) resolve(result.opened)
            send(response, result)
          })
  let isPaused = false
  const server = createServer((request, response) => {
    if (isPaused) send(response, reply(503, { error: 'Service Unavailable' }))
    else respond(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`The Farcaster relay cannot use port ${options.port}: ${cause.message}`, { cause })),
    )
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address === 'object' && address) port = address.port
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
    nextLink: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
