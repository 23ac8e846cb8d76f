import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createConnection } from './Connection.ts'
import { createTokenBucket } from './tokenBucket.ts'

function createFakeSocket() {
  const sent: string[] = []
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (text: string) => sent.push(text),
    terminate: () => {
      socket.readyState = 3
    },
  }
  return { socket, sent }
}

function create() {
  const { socket, sent } = createFakeSocket()
  const connection = createConnection({
    socket: socket as unknown as WebSocket,
    clientId: 'z6Mk',
    calls: createTokenBucket(1, 1, () => 0),
    bufferedBytes: 1_000,
    heardAt: 0,
  })
  return { socket, sent, connection }
}
const message = {
  topic: 'a'.repeat(64),
  hash: 'b'.repeat(64),
  message: 'sealed',
  tag: 1,
  publisher: 'other',
  publishedAt: 1,
  expiresAt: 2,
}

test('a peer that reads nothing is cut before it fills the process', () => {
  const { socket, sent, connection } = create()
  connection.send('fits')
  socket.bufferedAmount = 1_001
  connection.send('too much')
  connection.send('gone')
  expect(sent).toEqual(['fits'])
  expect(connection.isOpen()).toBe(false)
})

test('a message that is sent again is acknowledged by its newest id alone', () => {
  const { connection } = create()
  connection.push(message, 1)
  connection.push(message, 2)
  expect(connection.awaited()).toBe(1)
  expect(connection.awaitedAs(message)).toBe(2)
  expect(connection.settle(1)).toBeUndefined()
  expect(connection.settle('2')).toEqual({ topic: message.topic, hash: message.hash })
  expect(connection.settle(2)).toBeUndefined()
  expect(connection.awaitedAs(message)).toBeUndefined()
})
