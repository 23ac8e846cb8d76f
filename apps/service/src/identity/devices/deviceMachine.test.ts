import * as protocol from '@latchkey/protocol/http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAsWallet, tokenIn } from '../../testing/askAsWallet.ts'
import { createDevice, type Device, problemCode } from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService } from '../../testing/createTestService.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let service: TestService
let devices: Device[]
let count = 0
beforeAll(async () => {
  const project = { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }
  service = await createTestService({
    projects: [{ ...project, deviceVerification: 'always' }],
    limits: {
      codesPerQuarterHour: 1_000,
      codesPerDay: 1_000,
      deviceWait: 0,
      deviceChecksPerMinute: 10_000,
      apiCallsPerMinute: 1_000_000,
    },
  })
  devices = await Promise.all(Array.from({ length: 4 }, () => createDevice(service)))
})
afterAll(() => service.stop())

/** What the service should know of one request. */
type Asked = { device: number; id: string; token: string; at: number; answer: 'approve' | 'reject' | null }
/** What it should know of one address. */
type Model = { email: string; asked: Asked[]; approved: Set<number>; refusedUntil: Map<number, number> }

const step = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), device: fc.nat(3) }),
  fc.record({ kind: fc.constant('check' as const), request: fc.nat(9), device: fc.nat(3) }),
  fc.record({
    kind: fc.constant('answer' as const),
    request: fc.nat(9),
    answer: fc.constantFrom('approve' as const, 'reject' as const),
  }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 4, 11, 24 * 60) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const now = () => service.config.now()
const deviceOf = (index: number): Device => {
  const device = devices[index]
  if (!device) throw new Error('There is no such device.')
  return device
}
const isOpen = (asked: Asked) => asked.answer === null && now() - asked.at < 10 * MINUTE

async function ask(model: Model, index: number): Promise<void> {
  service.advance(30_000)
  const before = service.mails.length
  const answer = await deviceOf(index).start(model.email)
  const waiting = model.asked.filter((asked) => isOpen(asked) && asked.device !== index).length
  if ((model.refusedUntil.get(index) ?? 0) > now()) return void expect(problemCode(answer)).toBe(4131)
  if (model.approved.has(index))
    return void expect(protocol.startEmail.reply.parse(answer.body).action).toBe('VERIFY_OTP')
  if (waiting >= 3) return void expect(problemCode(answer)).toBe(4130)
  const reply = protocol.startEmail.reply.parse(answer.body)
  expect([reply.action, service.mails.length - before]).toEqual(['VERIFY_DEVICE', 1])
  const token = tokenIn(service.mails.at(-1)?.text, 'device')
  model.asked = model.asked.filter((asked) => asked.device !== index || asked.answer !== null)
  model.asked.push({ device: index, id: reply.challengeId, token, at: now(), answer: null })
}

async function check(asked: Asked, by: number): Promise<void> {
  const before = service.mails.length
  const answer = await deviceOf(by).call(protocol.checkDevice, { body: { challengeId: asked.id } })
  const sent = service.mails.length - before
  if (asked.device !== by) {
    expect([problemCode(answer), sent]).toEqual([4132, 0])
    return
  }
  if (asked.answer === 'approve' && answer.status === 200) {
    expect(protocol.checkDevice.reply.parse(answer.body).status).toBe('approved')
    expect(sent).toBeLessThanOrEqual(1)
    return
  }
  // A code of a day ago is gone; so is what was not answered in time.
  expect(sent).toBe(0)
  if (asked.answer === 'reject') expect(problemCode(answer)).toBe(4131)
  else if (isOpen(asked)) expect(answer.body).toEqual({ status: 'pending' })
  else expect(problemCode(answer)).toBe(4132)
}

async function give(model: Model, asked: Asked, word: 'approve' | 'reject'): Promise<void> {
  const answer = await askAsWallet(service, protocol.answerDeviceRequest, {
    token: asked.token,
    answer: word,
  })
  if (!isOpen(asked)) return void expect(problemCode(answer)).toBe(4132)
  expect(answer.status).toBe(200)
  asked.answer = word
  if (word === 'approve') model.approved.add(asked.device)
  else model.approved.delete(asked.device)
  if (word === 'approve') model.refusedUntil.delete(asked.device)
  else model.refusedUntil.set(asked.device, now() + DAY)
}

async function take(model: Model, next: Step): Promise<void> {
  if (next.kind === 'wait') return service.advance(next.minutes * MINUTE)
  if (next.kind === 'ask') return ask(model, next.device)
  const asked = model.asked[next.request]
  if (!asked) return
  return next.kind === 'check' ? check(asked, next.device) : give(model, asked, next.answer)
}

test('whatever happens in which order: no code without an approval, one for each, and only for the key that asked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      const email = `machine${++count}@example.com`
      const model: Model = { email, asked: [], approved: new Set(), refusedUntil: new Map() }
      for (const next of steps) await take(model, next)
    }),
    { numRuns: 30 },
  )
})
