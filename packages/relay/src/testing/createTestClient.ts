import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { generateKeyPair, type Keypair, signJWT } from '@walletconnect/relay-auth'
import { WebSocket } from 'ws'

export type Delivery = {
  id: number
  params: { id: string; data: { topic: string; message: string; tag: number } }
}

export const randomTopic = (): string => randomBytes(32).toString('hex')
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The address of a socket: a signed token and a project, as clients write it. */
export async function socketUrl(
  url: string,
  keys: Keypair,
  changes: { aud?: string; ttl?: number; iat?: number; auth?: string; projectId?: string } = {},
): Promise<string> {
  const { aud = url, ttl = 86_400, iat, projectId = 'test' } = changes
  const auth = changes.auth ?? (await signJWT(randomBytes(32).toString('hex'), aud, ttl, keys, iat))
  return `${url}?${new URLSearchParams({ auth, projectId, ua: 'wc-2/js-2.21.8', useOnCloseEvent: 'true' })}`
}

/** A client that does nothing by itself: each test says what it sends and acknowledges. */
export async function createTestClient(
  url: string,
  options: {
    keys?: Keypair
    projectId?: string
    acknowledges?: boolean
    headers?: Record<string, string>
  } = {},
) {
  const keys = options.keys ?? generateKeyPair()
  const socket = new WebSocket(
    await socketUrl(url, keys, options.projectId ? { projectId: options.projectId } : {}),
    { headers: options.headers ?? {} },
  )
  const received: Delivery[] = []
  const answers = new Map<string, (frame: { result?: unknown; error?: { code: number } }) => void>()
  const raw: string[] = []
  const listeners = new Set<() => void>()
  let next = 1
  const acknowledge = (id: number) => socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
  socket.on('message', (data) => {
    const text = data.toString()
    const frame = JSON.parse(text)
    if (frame.method === 'irn_subscription') {
      received.push(frame)
      if (options.acknowledges !== false) acknowledge(frame.id)
    } else {
      raw.push(text)
      answers.get(JSON.stringify(frame.id))?.(frame)
    }
    for (const listener of listeners) listener()
  })
  socket.on('close', () => {
    for (const listener of listeners) listener()
  })
  await once(socket, 'open')
  const frameOf = (method: string, params: unknown, id: string | number) =>
    new Promise<{ result?: unknown; error?: { code: number } }>((resolve) => {
      answers.set(JSON.stringify(id), resolve)
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })
  return {
    keys,
    socket,
    received,
    /** Answers as they came. */
    raw,
    acknowledge,
    frame: (method: string, params: unknown, id: string | number = next++) => frameOf(method, params, id),
    async call(method: string, params: unknown) {
      const { result, error } = await frameOf(method, params, next++)
      if (error) throw Object.assign(new Error(`code ${error.code}`), { code: error.code })
      return result
    },
    /** Resolves when `condition` holds, which is looked at after each frame. */
    until(condition: () => boolean) {
      return new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('nothing came within a minute')), 60_000)
        const look = () => {
          if (!condition()) return
          clearTimeout(late)
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      })
    },
    async close() {
      if (socket.readyState === socket.CLOSED) return
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

export type TestClient = Awaited<ReturnType<typeof createTestClient>>
