import { createTokenBucket } from '@latchkey/std/tokenBucket'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createConnection } from './Hub.ts'

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
    address: '192.0.2.1',
    mostAwaited: 3,
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

test('what would fill the process by itself is not sent either', () => {
  const { socket, sent, connection } = create()
  socket.bufferedAmount = 600
  connection.send('a'.repeat(400))
  connection.send('b'.repeat(401))
  expect(sent).toEqual(['a'.repeat(400)])
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

test('of the messages that nobody acknowledges the oldest are forgotten', () => {
  const { connection } = create()
  for (const id of [1, 2, 3, 4, 5]) connection.push({ ...message, hash: String(id).repeat(64) }, id)
  expect(connection.awaited()).toBe(3)
  expect(connection.awaitedAs({ ...message, hash: '1'.repeat(64) })).toBeUndefined()
  expect(connection.settle(2)).toBeUndefined()
  expect(connection.settle(3)).toMatchObject({ hash: '3'.repeat(64) })
})
