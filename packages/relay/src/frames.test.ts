import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findId, readFrame } from './serveSocket.ts'
import { createTestClient, type TestClient } from './testing/createTestClient.ts'
import { startTestRelay } from './testing/startTestRelay.ts'

const TOPIC = 'b'.repeat(64)
const LONG_ID = '1795252438647000001'

let running: Awaited<ReturnType<typeof startTestRelay>>
let client: TestClient
beforeAll(async () => {
  running = await startTestRelay({ limits: { callBurst: 1e6, publishBurst: 1e6 } })
  client = await createTestClient(running.url)
})
afterAll(() => running.stop())

/** Sends a text and a question after it; what is answered before the question's answer belongs to the text. */
async function answersTo(text: string): Promise<string[]> {
  const before = client.raw.length
  client.socket.send(text)
  const question = `question ${before}`
  await client.frame('irn_subscribe', { topic: TOPIC }, question)
  const answers = client.raw.slice(before)
  expect(answers.pop()).toContain(JSON.stringify(question))
  return answers
}

test.each([
  ['"1795252438647000001"', '"1795252438647000001"'],
  [LONG_ID, LONG_ID],
  ['9007199254740993', '9007199254740993'],
  ['7', '7'],
  ['1e3', '1000'],
  ['"a\\u0062\\n"', '"ab\\n"'],
  ['-12345678901234567890', '-12345678901234567890'],
])('the id %s comes back as %s', async (id, expected) => {
  const [answer] = await answersTo(
    `{"jsonrpc":"2.0","id":${id},"method":"irn_subscribe","params":{"topic":"${TOPIC}"}}`,
  )
  expect(answer).toContain(`{"id":${expected},"jsonrpc":"2.0","result":`)
})

test.each([
  ['not json', 'null', -32700],
  ['[]', 'null', -32600],
  ['{}', 'null', -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"irn_subscribe","params":{}}', 'null', -32600],
  ['{"jsonrpc":"2.0","id":{"a":1},"method":"irn_subscribe","params":{}}', 'null', -32600],
  ['{"jsonrpc":"1.0","id":4,"method":"irn_subscribe","params":{}}', '4', -32600],
  [`{"jsonrpc":"2.0","id":"${'9'.repeat(65)}","method":"irn_subscribe"}`, 'null', -32600],
  [`{"jsonrpc":"2.0","id":${'9'.repeat(65)},"method":"irn_subscribe"}`, 'null', -32600],
])('%s is answered for id %s with %i', async (text, id, code) => {
  expect(await answersTo(text)).toEqual([
    expect.stringContaining(`{"id":${id},"jsonrpc":"2.0","error":{"code":${code},`),
  ])
})

test('findId reads the last id of the outermost object, however it is written', () => {
  expect(findId('{"params":{"id":1},"id": 1234567890123456789 }')).toBe('1234567890123456789')
  expect(findId('{"id":1,"a":"\\"id\\":2","\\u0069d":3,"b":["id",":",4]}')).toBe('3')
  expect(findId('{"id":[1]}')).toBeUndefined()
  expect(findId(`{"a":"${'x\\"'.repeat(400_000)}","id":5}`)).toBe('5')
})

test('findId agrees with JSON.parse on any object', () => {
  const object = fc.oneof(
    fc.dictionary(fc.constantFrom('id', 'a', '"id":', 'params'), fc.jsonValue()),
    fc.record({
      id: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()),
      params: fc.jsonValue(),
    }),
  )
  fc.assert(
    fc.property(object, fc.constantFrom(0, 2), (value, space) => {
      const id: unknown = (value as Record<string, unknown>).id
      const found = findId(JSON.stringify(value, null, space))
      if (typeof id === 'object' && id !== null) expect(found).toBeUndefined()
      else expect(found).toBe(JSON.stringify(id))
    }),
  )
})

test('reading any text never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      expect(['request', 'response', 'invalid']).toContain(readFrame(text).type)
    }),
  )
})

const methods = [
  ...['irn_subscribe', 'irn_batchSubscribe', 'irn_unsubscribe', 'irn_batchUnsubscribe', 'irn_publish'],
  ...[
    'irn_batchPublish',
    'irn_fetchMessages',
    'irn_batchFetchMessages',
    'wc_proposeSession',
    'wc_approveSession',
  ],
  ...['__proto__', 'toString', 'irn_subscription'],
]
const topic = fc.oneof(fc.constant('c'.repeat(64)), fc.string({ maxLength: 70 }))
const params = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      topic,
      pairingTopic: topic,
      sessionTopic: topic,
      topics: fc.oneof(fc.array(topic), fc.jsonValue()),
      message: fc.oneof(fc.string(), fc.jsonValue()),
      sessionProposal: fc.string(),
      sessionProposalResponse: fc.string(),
      sessionSettlementRequest: fc.string(),
      messages: fc.array(fc.record({ topic, message: fc.string(), ttl: fc.integer(), tag: fc.integer() })),
      subscriptions: fc.array(fc.record({ topic, id: fc.string() })),
      ttl: fc.oneof(fc.constant(300), fc.double()),
      tag: fc.oneof(fc.constant(1100), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
)
const id = fc.oneof(fc.integer(), fc.maxSafeNat(), fc.string({ maxLength: 40 }), fc.jsonValue())

test('no frame ends the relay, and each is answered at most once, with its own id or null', async () => {
  const frame = fc.oneof(
    fc.record({ jsonrpc: fc.constantFrom('2.0', '1.0'), id, method: fc.constantFrom(...methods), params }),
    fc.record({ jsonrpc: fc.constant('2.0'), id, result: fc.jsonValue() }),
    fc.record({ jsonrpc: fc.constant('2.0'), id, error: fc.jsonValue() }),
    fc.jsonValue(),
  )
  await fc.assert(
    fc.asyncProperty(frame, async (value) => {
      const answers = await answersTo(JSON.stringify(value))
      expect(answers.length).toBeLessThanOrEqual(1)
      for (const text of answers) {
        const answer = JSON.parse(text)
        expect([JSON.parse(JSON.stringify(value))?.id, null]).toContainEqual(answer.id)
        expect('result' in answer !== 'error' in answer).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
  expect(running.relay.stats().sockets).toBe(1)
})

test('what is no JSON is answered and the socket lives on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      expect((await answersTo(text)).length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 200 },
  )
})
