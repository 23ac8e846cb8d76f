import { isRecord } from '@latchkey/std/isRecord'
import { WebSocket } from 'ws'
import { poll } from '../node/poll.ts'

export type BidiEvent = { method: string; params: Record<string, unknown> }

/** One WebDriver BiDi connection. */
export type BidiConnection = {
  /**
   * Sends a command and waits for its result. Milliseconds; default 60 000.
   *
   * @throws Error with the browser's message, after the time-out, or when the connection closes
   */
  send: (method: string, params: object, timeout?: number) => Promise<Record<string, unknown>>
  onEvent: (listener: (event: BidiEvent) => void) => () => void
  close: () => void
}

type Waiting = { resolve: (result: Record<string, unknown>) => void; reject: (reason: Error) => void }

function readMessage(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function open(url: string, signal: AbortSignal): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const abandon = () => socket.terminate()
    const forget = () => signal.removeEventListener('abort', abandon)
    signal.addEventListener('abort', abandon, { once: true })
    socket.once('open', () => {
      forget()
      resolve(socket)
    })
    socket.once('error', (error) => {
      forget()
      reject(error)
    })
  })
}

/** Tells each answer to the command that waits for it, and each event to the listeners. */
function readFrom(
  socket: WebSocket,
  waiting: Map<number, Waiting>,
  listeners: Set<(event: BidiEvent) => void>,
) {
  socket.on('message', (data) => {
    const { type, id, result, message, error, method, params } = readMessage(String(data))
    if (type === 'event' && typeof method === 'string' && isRecord(params))
      for (const listener of listeners) listener({ method, params })
    const command = typeof id === 'number' ? waiting.get(id) : undefined
    if (!command || typeof id !== 'number') return
    waiting.delete(id)
    if (type === 'success') command.resolve(isRecord(result) ? result : {})
    else command.reject(new Error(`${String(error)}: ${String(message)}`))
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The connection to the browser has closed.'))
    waiting.clear()
  })
  socket.on('error', () => socket.terminate())
}

/**
 * Connects to a browser by WebDriver BiDi, as soon as it listens.
 *
 * @param url such as ws://127.0.0.1:9333/session
 * @param options.timeout milliseconds until the browser must listen. Default 60 000
 */
export async function connectBidi(
  url: string,
  options: { timeout?: number; signal?: AbortSignal } = {},
): Promise<BidiConnection> {
  const { timeout = 60_000, signal } = options
  const socket = await poll((attempt) => open(url, attempt), {
    name: 'The browser',
    timeout,
    interval: 100,
    ...(signal ? { signal } : {}),
  })
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(event: BidiEvent) => void>()
  readFrom(socket, waiting, listeners)
  let last = 0
  return {
    send(method, params, limit = 60_000) {
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(id)
          reject(new Error(`${method} was not answered within ${limit} ms.`))
        }, limit)
        const settle =
          <T>(how: (value: T) => void) =>
          (value: T) => {
            clearTimeout(late)
            how(value)
          }
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) })
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, method, params }))
        else waiting.get(id)?.reject(new Error('The connection to the browser has closed.'))
      })
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => socket.close(),
  }
}
