import { startDeadline } from '@latchkey/std/deadline'
import { pause } from '@latchkey/std/pause'
import { WebSocket } from 'ws'
import * as z from 'zod'

/** What a node may be asked to tell. What else visitors ask for is read by HTTP. */
export type NodeKind = 'newHeads' | 'newPendingTransactions'

/** Of a message of a node: a header is short. Bytes. */
const MOST_BYTES = 1_048_576
/** Until the node has said that it tells, ms. */
const TIMEOUT = 10_000
/** A node that has not answered a ping by the next one is gone, ms. */
const PING_INTERVAL = 25_000
/** Between two tries, ms: twice as long each time. */
const FIRST_REST = 2_000
const LONGEST_REST = 60_000

const messageSchema = z.union([
  z.object({ id: z.literal(1), result: z.string().max(128) }),
  z.object({
    method: z.literal('eth_subscription'),
    params: z.object({ subscription: z.string().max(128), result: z.unknown() }),
  }),
])

function read(data: unknown): z.output<typeof messageSchema> | null {
  try {
    return messageSchema.safeParse(JSON.parse(String(data))).data ?? null
  } catch {
    return null
  }
}

/** One subscription on a socket of its own. Resolves when the socket has ended; rejects when nothing was ever told. */
function subscribeOnce(
  url: string,
  kind: NodeKind,
  { tell, begun, signal }: { tell: (result: unknown) => void; begun: () => void; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { maxPayload: MOST_BYTES, handshakeTimeout: TIMEOUT })
    const limit = startDeadline(TIMEOUT, signal)
    let id: string | null = null
    let isHeard = true
    const cut = () => socket.terminate()
    const pings = setInterval(() => {
      if (!isHeard) return cut()
      isHeard = false
      if (socket.readyState === socket.OPEN) socket.ping()
    }, PING_INTERVAL)
    pings.unref()
    limit.signal.addEventListener('abort', cut)
    signal.addEventListener('abort', cut)
    socket.on('pong', () => {
      isHeard = true
    })
    // ws closes after an error by itself.
    socket.on('error', () => undefined)
    socket.on('open', () =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: [kind] })),
    )
    socket.on('message', (data) => {
      isHeard = true
      const message = read(data)
      // A node that refuses, or says what nobody understands.
      if (!message) return id === null ? cut() : undefined
      if ('result' in message) {
        if (id !== null) return
        id = message.result
        limit.clear()
        begun()
      } else if (message.params.subscription === id) tell(message.params.result)
    })
    socket.on('close', () => {
      clearInterval(pings)
      limit.clear()
      signal.removeEventListener('abort', cut)
      if (id === null) reject(new Error('The node does not tell.'))
      else resolve()
    })
    if (signal.aborted) cut()
  })
}

/**
 * Keeps one subscription at one of some nodes until the signal aborts: where a socket is lost, the next node is asked.
 *
 * @param tell hears each result, as the node sent it
 * @param setTelling whether a node tells now
 */
export async function subscribeAtNode(
  urls: readonly string[],
  kind: NodeKind,
  options: {
    tell: (result: unknown) => void
    setTelling: (isTelling: boolean) => void
    signal: AbortSignal
  },
): Promise<void> {
  const { tell, setTelling, signal } = options
  let failures = 0
  for (let round = 0; !signal.aborted; round++) {
    const begun = () => {
      failures = 0
      setTelling(true)
    }
    await subscribeOnce(urls[round % urls.length] ?? '', kind, { tell, begun, signal }).catch(() => undefined)
    setTelling(false)
    if (signal.aborted) return
    await pause(Math.min(LONGEST_REST, FIRST_REST * 2 ** failures), signal)
    failures += 1
  }
}
