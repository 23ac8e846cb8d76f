import { callChain } from '@latchkey/protocol/chainRpc'
import type { Service } from '@latchkey/protocol/client'
import { ChainUnavailableError } from '@latchkey/protocol/http'
import { startDeadline } from '@latchkey/std/deadline'
import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'

/** Until the service has opened a socket, or answered a call on it; ms. */
const TIMEOUT = 10_000
/** A socket that is silent for so long is asked whether it is there still; ms. */
const SILENCE = 60_000
/** Characters of a message: the service sends none that is longer. */
const LONGEST = 524_288

const id = () => z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/))
const messageSchema = /* @__PURE__ */ once(() =>
  z.union([
    z.object({
      method: z.literal('eth_subscription'),
      params: z.object({ subscription: id(), result: z.unknown() }),
    }),
    z.object({ id: z.int(), result: z.unknown(), error: z.optional(z.undefined()) }),
    z.object({ id: z.nullable(z.int()), error: z.object({ code: z.int() }) }),
  ]),
)

/** A socket of the service that tells of one network. */
export type LiveSocket = {
  /**
   * Begins a subscription.
   *
   * @param tell hears each result from the first on
   * @returns what ends it; the last one that ends closes the socket
   * @throws ChainUnavailableError where the service refuses it, or does not answer
   */
  subscribe(params: readonly unknown[], tell: (result: unknown) => void): Promise<() => void>
  /** Settles when the socket has closed, whoever closed it. */
  closed: Promise<void>
}

const addressOf = ({ apiOrigin, query }: Service, chainId: string): string => {
  const url = new URL(callChain.path, apiOrigin.replace(/^http/, 'ws'))
  url.search = `${new URLSearchParams({ ...query, chainId })}`
  return url.href
}

function read(data: unknown): z.output<ReturnType<typeof messageSchema>> | undefined {
  try {
    if (typeof data === 'string' && data.length <= LONGEST) return messageSchema().parse(JSON.parse(data))
  } catch {
    // Not of the service: left out.
  }
  return undefined
}

/** Calls on a socket, and what it tells besides their answers. */
function createCalls(socket: WebSocket) {
  const waiting = new Map<number, { settle: (result: unknown) => void; fail: () => void }>()
  const listeners = new Map<string, (result: unknown) => void>()
  let last = 0
  /** @param take hears the answer before anything that comes after it */
  function call(method: string, params: readonly unknown[], take: (result: unknown) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const key = ++last
      const limit = startDeadline(TIMEOUT)
      const settle = (work: () => void) => {
        limit.clear()
        waiting.delete(key)
        work()
      }
      const fail = () => settle(() => reject(new ChainUnavailableError()))
      limit.signal.addEventListener('abort', fail)
      waiting.set(key, {
        fail,
        settle: (result) =>
          settle(() => {
            try {
              resolve(take(result))
            } catch {
              reject(new ChainUnavailableError())
            }
          }),
      })
      if (socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: key, method, params }))
      else fail()
    })
  }
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    const message = read(data)
    if (!message) return
    if ('method' in message) listeners.get(message.params.subscription)?.(message.params.result)
    else if (message.error) waiting.get(message.id ?? 0)?.fail()
    else waiting.get(message.id)?.settle(message.result)
  })
  socket.addEventListener('close', () => {
    for (const { fail } of waiting.values()) fail()
  })
  return { call, listeners }
}

/** Settles when the socket is open; closes it where that takes too long. @throws ChainUnavailableError */
function untilOpen(socket: WebSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = startDeadline(TIMEOUT, signal)
    const close = () => socket.close()
    limit.signal.addEventListener('abort', close)
    if (limit.signal.aborted) close()
    socket.addEventListener('open', () => {
      limit.clear()
      resolve()
    })
    socket.addEventListener('close', () => {
      limit.clear()
      reject(new ChainUnavailableError())
    })
  })
}

/** A connection that is gone says nothing: without this the page would wait for ever. */
function closeWhenSilent(socket: WebSocket, isThere: () => Promise<void>): void {
  let silence: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => isThere().catch(() => socket.close()), SILENCE)
  }
  socket.addEventListener('message', listen)
  socket.addEventListener('close', () => clearTimeout(silence))
  listen()
}

/**
 * Opens a socket of the service for one network (`ws(s)://<api>/v1`, JSON-RPC 2.0).
 *
 * @param chainId CAIP-2
 * @param signal ends it
 * @throws ChainUnavailableError where there are no sockets here, or none is opened
 */
export async function openLiveSocket(
  service: Service,
  chainId: string,
  signal: AbortSignal,
): Promise<LiveSocket> {
  if (typeof WebSocket === 'undefined') throw new ChainUnavailableError()
  const socket = new WebSocket(addressOf(service, chainId))
  const { call, listeners } = createCalls(socket)
  const close = () => socket.close()
  const closed = new Promise<void>((resolve) => {
    socket.addEventListener('close', () => {
      signal.removeEventListener('abort', close)
      resolve()
    })
  })
  signal.addEventListener('abort', close)
  await untilOpen(socket, signal)
  const nothing = () => undefined
  /** Subscriptions that begin. */
  let begins = 0
  const closeWhenUnused = () => {
    if (listeners.size === 0 && begins === 0) close()
  }
  closeWhenSilent(socket, () => call('eth_unsubscribe', ['0x0'], nothing))
  return {
    closed,
    async subscribe(params, tell) {
      let key = ''
      begins += 1
      try {
        await call('eth_subscribe', params, (result) => {
          key = id().parse(result)
          listeners.set(key, tell)
        })
      } finally {
        begins -= 1
        closeWhenUnused()
      }
      return () => {
        if (!listeners.delete(key)) return
        closeWhenUnused()
        if (listeners.size > 0) call('eth_unsubscribe', [key], nothing).catch(nothing)
      }
    },
  }
}
