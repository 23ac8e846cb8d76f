import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createClient } from './createClient.ts'
import { createServer } from './createServer.ts'
import { memoryMessenger } from './testing/memoryMessenger.ts'
import { sampleContract } from './testing/sampleContract.ts'
import { createSampleHandlers } from './testing/sampleHandlers.ts'

/** Every own property of the prototypes that a peer might reach, with its value. */
const readPrototypes = () =>
  [Object, Array, Function, Map, Set, Promise, Error, String].flatMap(({ prototype }) =>
    Reflect.ownKeys(prototype).flatMap((key) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(prototype, key) ?? {}
      return [key, value, get, set]
    }),
  )

const unsafeKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  't',
  'id',
  'params',
)

/** What the structured clone algorithm (HTML, section 2.7) carries. */
const { clonable } = fc.letrec((tie) => ({
  clonable: fc.oneof(
    { depthSize: 'small' },
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
    fc.array(fc.tuple(unsafeKey, tie('clonable')), { maxLength: 4 }).map(asOwnProperties),
    fc.constantFrom(new Error('x'), new ArrayBuffer(8), /x/g),
  ),
}))

/** As the clone does it: own properties, even one that is called `__proto__`. */
function asOwnProperties(entries: readonly (readonly [string, unknown])[]): object {
  const object = {}
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  return object
}

const id = fc.constantFrom('A'.repeat(22), `${'b'.repeat(21)}Q`, 'short', '__proto__')
const name = fc.constantFrom(
  ...[
    'add',
    'echo',
    'hang',
    'fail',
    'ticked',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'then',
  ],
)
/** Nearly an envelope: right or wrong in each of its fields. */
const nearEnvelope = fc.record(
  {
    t: fc.constantFrom('call', 'cancel', 'result', 'error', 'event', 'close', 'ready', '__proto__'),
    id: fc.oneof(id, clonable),
    method: fc.oneof(name, clonable),
    event: fc.oneof(name, clonable),
    params: fc.oneof(clonable, fc.record({ value: clonable })),
    result: clonable,
    payload: clonable,
    error: fc.oneof(clonable, fc.record({ code: fc.integer(), message: fc.string() })),
    extra: clonable,
  },
  { requiredKeys: ['t'] },
)
const exactCall = fc.record({
  t: fc.constant('call'),
  id,
  method: name,
  params: fc.record({ value: clonable }),
})
const exactReply = fc.oneof(
  fc.record({ t: fc.constant('result'), id, result: clonable }),
  fc.record({ t: fc.constant('event'), event: name, payload: clonable }),
)
const message = fc.oneof(clonable, nearEnvelope, exactCall, exactReply).map((value) => structuredClone(value))

const isCallOf = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 't')) return undefined
  const { t, id: callId } = value as { t: unknown; id: unknown }
  return t === 'call' && typeof callId === 'string' ? callId : undefined
}

describe('a hostile peer', () => {
  let before: unknown[]
  const expectPrototypesUntouched = () => {
    const now = readPrototypes()
    expect(now.length === before.length && now.every((part, index) => Object.is(part, before[index]))).toBe(
      true,
    )
  }
  beforeEach(() => {
    before = readPrototypes()
  })

  test('cannot make a server throw, change a prototype, or answer an unknown id', async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (messages) => {
        const { messenger, posted, receive } = memoryMessenger()
        const { handlers, onError } = createSampleHandlers()
        const options = { origin: 'https://host.example', onError, limits: { burst: 1e6 } }
        const server = createServer(sampleContract, messenger, handlers, options)
        for (const value of messages) receive(value)
        await Promise.resolve()
        server.destroy()
        const asked = messages.map(isCallOf)
        for (const reply of posted) {
          expect(asked).toContain((reply as { id: unknown }).id)
          expect(['result', 'error']).toContain((reply as { t: unknown }).t)
        }
        expectPrototypesUntouched()
        answered += posted.length
      }),
      { numRuns: 1_500 },
    )
    // The values reach the handlers too, or this would prove nothing.
    expect(answered).toBeGreaterThan(100)
  })

  test('cannot make a client throw, change a prototype, or settle a call it was not asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (messages) => {
        const { messenger, posted, receive } = memoryMessenger()
        const client = createClient(sampleContract, messenger)
        let settled = false
        const call = client.call.hang({}).then(
          () => (settled = true),
          () => (settled = true),
        )
        for (const value of messages) receive(value)
        await Promise.resolve()
        expect([settled, posted.length]).toEqual([false, 1])
        expectPrototypesUntouched()
        client.destroy()
        await call
      }),
      { numRuns: 1_500 },
    )
  })

  test('cannot reach a property by a method name', () => {
    const { messenger, posted, receive } = memoryMessenger()
    const { handlers } = createSampleHandlers()
    createServer(sampleContract, messenger, handlers, { origin: 'https://host.example' })
    const names = [
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'add.constructor',
      'add/call',
      'valueOf',
    ]
    for (const method of names) receive({ t: 'call', id: 'A'.repeat(22), method, params: {} })
    expect(posted.map((reply) => (reply as { error: { code: number } }).error.code)).toEqual(
      names.map(() => 1015),
    )
  })

  test('cannot make a getter or a proxy throw into the window', () => {
    const { messenger, receive } = memoryMessenger()
    const { handlers } = createSampleHandlers()
    const server = createServer(sampleContract, messenger, handlers, { origin: 'https://host.example' })
    const trap = () => {
      throw new Error('trap')
    }
    receive(Object.defineProperty({}, 't', { get: trap }))
    receive(new Proxy({ t: 'call' }, { get: trap, ownKeys: trap }))
    expect(server.counters.malformed).toBe(2)
  })
})
