import type { Server } from 'node:http'
import { isRecord } from '@latchkey/std/isRecord'
import { type WebSocket, WebSocketServer } from 'ws'
import { decimalsIn } from './accountMethods.ts'
import { encodeAccount } from './encodeAccount.ts'
import { addressOf, optionsOf, textOf } from './readParams.ts'
import { METHOD_NOT_FOUND, RpcError } from './rpcError.ts'
import type { SolanaChain } from './SolanaChain.ts'
import { statusOf } from './transactionMethods.ts'
import { wireJson } from './wireJson.ts'

type Notify = (method: string, result: unknown) => void
/** Begins a subscription; the answer ends it. */
type Subscribe = (params: readonly unknown[], notify: Notify, isDone: () => void) => () => void

function subscriptions(chain: SolanaChain): Readonly<Record<string, Subscribe>> {
  const context = () => ({ slot: chain.slot() })
  return {
    signatureSubscribe([text, options], notify, isDone) {
      const signature = textOf(text)
      const { commitment = 'finalized' } = optionsOf(options)
      const look = () => {
        const record = chain.record(signature)
        if (!record) return
        if (commitment === 'finalized' && statusOf(chain, record).confirmationStatus !== 'finalized') return
        notify('signatureNotification', { context: context(), value: { err: record.error } })
        isDone()
      }
      const ends = [chain.onRecord(look), chain.onSlot(look)]
      setImmediate(look)
      return () => {
        for (const end of ends) end()
      }
    },
    slotSubscribe: (_params, notify) =>
      chain.onSlot((slot) =>
        notify('slotNotification', { parent: slot - 1, root: Math.max(0, slot - 32), slot }),
      ),
    accountSubscribe([text, options], notify) {
      const address = addressOf(text)
      return chain.onRecord(({ read }) => {
        if (!read.keys.includes(address)) return
        const value = encodeAccount(chain.account(address), optionsOf(options), decimalsIn(chain))
        notify('accountNotification', { context: context(), value })
      })
    },
  }
}

function serveSocket(socket: WebSocket, kinds: Readonly<Record<string, Subscribe>>): void {
  const running = new Map<number, () => void>()
  let count = 0
  const end = (id: number) => {
    const stop = running.get(id)
    running.delete(id)
    stop?.()
    return stop !== undefined
  }
  const answer = (method: string, params: readonly unknown[]): unknown => {
    if (/^[a-z]+Unsubscribe$/.test(method)) return end(Number(params[0]))
    const subscribe = kinds[method]
    if (!subscribe) throw new RpcError(METHOD_NOT_FOUND, 'Method not found')
    const id = ++count
    const notify: Notify = (name, result) => {
      if (running.has(id))
        socket.send(wireJson({ jsonrpc: '2.0', method: name, params: { result, subscription: id } }))
    }
    running.set(
      id,
      subscribe(params, notify, () => end(id)),
    )
    return id
  }
  socket.on('message', (data) => {
    const call: unknown = JSON.parse(String(data))
    if (!isRecord(call)) return
    const head = { jsonrpc: '2.0', id: call.id }
    try {
      const params = Array.isArray(call.params) ? call.params : []
      socket.send(wireJson({ ...head, result: answer(String(call.method), params) }))
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : new RpcError(-32_603, 'Internal error')
      socket.send(wireJson({ ...head, error: { code, message } }))
    }
  })
  socket.on('close', () => {
    for (const id of [...running.keys()]) end(id)
  })
}

/** Serves subscriptions on the port of the HTTP server; the answer ends all of them. */
export function serveSockets(server: Server, chain: SolanaChain): () => void {
  const sockets = new WebSocketServer({ server })
  const kinds = subscriptions(chain)
  sockets.on('connection', (socket) => serveSocket(socket, kinds))
  return () => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}
