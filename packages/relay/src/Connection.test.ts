import { createTokenBucket } from '@latchkey/std/tokenBucket'
import { describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createConnection, createOutgoing } from './Hub.ts'

function createFakeSocket() {
  const sent: string[] = []
  const leaves: (() => void)[] = []
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send(text: string, hasLeft: () => void) {
      sent.push(text)
      leaves.push(hasLeft)
    },
    terminate: () => {
      socket.readyState = 3
    },
  }
  return { socket, sent, leaves }
}

function create(outgoing = createOutgoing(1_000_000)) {
  const { socket, sent, leaves } = createFakeSocket()
  const connection = createConnection({
    socket: socket as unknown as WebSocket,
    clientId: 'z6Mk',
    address: '192.0.2.1',
    mostAwaited: 3,
    calls: createTokenBucket(1, 1, () => 0),
    bufferedBytes: 1_000,
    outgoing,
    heardAt: 0,
  })
  return { socket, sent, leaves, connection }
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

describe('of sockets that hold too much together', () => {
  test('the one that holds most is cut, and the others go on', () => {
    const outgoing = createOutgoing(1_000)
    const [small, large, last] = [create(outgoing), create(outgoing), create(outgoing)]
    small.connection.send('a'.repeat(300))
    large.connection.send('b'.repeat(500))
    last.connection.send('c'.repeat(200))
    expect(large.connection.isOpen()).toBe(true)
    last.connection.send('d')
    expect([small, large, last].map(({ connection }) => connection.isOpen())).toEqual([true, false, true])
    // What the cut one had is counted no more, and not twice.
    for (const hasLeft of large.leaves) hasLeft()
    small.connection.send('e'.repeat(499))
    expect(small.connection.isOpen()).toBe(true)
    last.connection.send('f')
    expect([small, last].map(({ connection }) => connection.isOpen())).toEqual([false, true])
  })

  test('what has left is counted no more', () => {
    const outgoing = createOutgoing(1_000)
    const [reads, other] = [create(outgoing), create(outgoing)]
    for (let round = 0; round < 5; round++) {
      reads.connection.send('a'.repeat(900))
      for (const hasLeft of reads.leaves.splice(0)) hasLeft()
    }
    other.connection.send('b'.repeat(1_000))
    expect([reads, other].map(({ connection }) => connection.isOpen())).toEqual([true, true])
  })

  test('what one held that has closed is counted no more', () => {
    const outgoing = createOutgoing(1_000)
    const [closed, other] = [create(outgoing), create(outgoing)]
    closed.connection.send('a'.repeat(900))
    outgoing.forget(closed.socket as unknown as WebSocket)
    other.connection.send('b'.repeat(1_000))
    for (const hasLeft of closed.leaves) hasLeft()
    other.connection.send('c')
    expect(other.connection.isOpen()).toBe(false)
  })

  test('one that is cut by what it is about to be sent is not sent it', () => {
    const { sent, connection } = create(createOutgoing(500))
    connection.send('a'.repeat(501))
    expect([sent, connection.isOpen()]).toEqual([[], false])
  })
})
