import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RefusalStatus } from './RelayEvent.ts'

const SENTENCES: Record<RefusalStatus, string> = {
  400: 'This is not a request for a WebSocket.',
  401: 'The auth token is missing, expired, or made for another relay.',
  403: 'This project or origin may not use this relay.',
  404: 'There is no relay here.',
  429: 'Too many sockets. Wait a minute, then try again.',
  503: 'The relay takes no sockets now. Try again.',
}

/** Answers a request for a socket with an HTTP status, and closes. */
export function refuseUpgrade(socket: Duplex, status: RefusalStatus): void {
  if (socket.destroyed) return
  const body = `${SENTENCES[status]}\n`
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}
