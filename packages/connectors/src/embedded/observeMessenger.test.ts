import type { Messenger } from '@latchkey/bridge'
import type { LogRuntime, Observer } from '@latchkey/std/logLevel'
import { expect, test } from 'vitest'
import { connectorContext } from '../testing/connectorContext.ts'
import { observeMessenger } from './observeMessenger.ts'

const ID = 'A'.repeat(22)

/** A pipe whose other end is the test. */
function made(runtime: LogRuntime = {}) {
  const posted: unknown[] = []
  const received: unknown[] = []
  let deliver: (data: unknown) => void = () => undefined
  const pipe: Messenger = {
    closed: new Promise(() => undefined),
    close: () => undefined,
    post: (message) => void posted.push(message),
    subscribe(listener) {
      deliver = listener
      return () => undefined
    },
  }
  const context = connectorContext()
  Object.assign(context.runtime, runtime)
  const messenger = observeMessenger(pipe, context)
  messenger.subscribe((data) => received.push(data))
  return { messenger, posted, received, context, tell: (data: unknown) => deliver(data) }
}

const call = { t: 'call', id: ID, method: 'connectEmail', params: { email: 'mia@example.com' } }
const result = { t: 'result', id: ID, result: { action: 'VERIFY_OTP' } }

test('while nobody looks on, a message passes as it is and nothing is kept of it', () => {
  const { messenger, posted, received, context, tell } = made()
  messenger.post(call)
  tell(result)
  expect([posted[0], received[0], context.runtime]).toEqual([call, result, {}])
})

test('what the frame calls by a name of its own is not repeated, and whatever it sends is passed on', () => {
  const heard: unknown[] = []
  const observers = new Set<Observer>([({ kind, name, code }) => heard.push([kind, name, code])])
  const { messenger, received, tell } = made({ observers })
  messenger.post(call)
  const hostile = [
    null,
    'text',
    { t: 'event', event: 'mia@example.com', payload: {} },
    { t: 'event', event: 'constructor', payload: {} },
    { t: 'result', id: 'of no call', result: {} },
    { t: 'error', id: ID, error: { code: 'mia@example.com', message: 'mia@example.com' } },
    { t: 'event', event: 'escape', payload: { size: 1n } },
  ]
  for (const one of hostile) tell(one)
  expect(received).toEqual(hostile)
  expect(heard).toEqual([
    ['call', 'connectEmail', undefined],
    ['event', 'other', undefined],
    ['event', 'other', undefined],
    ['reply', 'connectEmail', undefined],
    ['event', 'escape', undefined],
  ])
})
