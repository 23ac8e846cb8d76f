import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn, createDevice, type Device } from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService } from '../../testing/createTestService.ts'

const demo = { name: 'Demo & Co', mode: 'development', allowedOrigins: [HOST] }

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService({
    projects: [
      { ...demo, id: 'strict', deviceVerification: 'always' },
      { ...demo, id: 'risk' },
      { ...demo, id: 'open', deviceVerification: 'never' },
    ],
    limits: {},
  })
})
afterAll(() => service.stop())

const newEmail = () => `device${++count}@example.com`
const begin = (by: Device, email: string, projectId: string) => by.start(email, { body: { projectId } })
const replyOf = (answer: { body: unknown }) => protocol.startEmail.reply.parse(answer.body)
const verify = (by: Device, challengeId: string, code: string) =>
  by.call(protocol.verifyEmail, { body: { challengeId, code } })

test.each(['strict', 'risk', 'open'])(
  'project %s answers alike for an address with an account and for one without: status, body, headers, mail, log',
  async (projectId) => {
    const known = newEmail()
    const owner = await createDevice(service)
    const { challengeId } = replyOf(await begin(owner, known, 'open'))
    expect((await verify(owner, challengeId, codeIn(service.mails.at(-1)?.text))).status).toBe(200)
    service.advance(61_000)
    const unknown = newEmail()
    const shape = async (email: string) => {
      const device = await createDevice(service)
      const logged = service.logs.length
      const steps = []
      for (let step = 0; step < 2; step++) {
        const { status, body, headers } = await begin(device, email, projectId)
        const text = JSON.stringify(body, (key, value: unknown) =>
          key === 'challengeId' ? String(value).length : key === 'deviceNumber' ? typeof value : value,
        )
        steps.push({ status, text: text.replace(/"retryAfter":\d+/, ''), names: [...headers.keys()] })
      }
      const subject = service.mails.at(-1)?.subject
      const lines = service.logs
        .slice(logged)
        .map((line) => line.replace(/"(?:time|ms|requestId)":(?:"[^"]*"|\d+)/g, ''))
      return { steps, subject, lines }
    }
    expect(await shape(unknown)).toEqual(await shape(known))
  },
)

test('an address with an account takes no longer than one without', async () => {
  const known = newEmail()
  const owner = await createDevice(service)
  const { challengeId } = replyOf(await begin(owner, known, 'open'))
  await verify(owner, challengeId, codeIn(service.mails.at(-1)?.text))
  const slow = await createTestService({
    deps: { database: service.database },
    projects: [{ ...demo, id: 'strict', deviceVerification: 'always' }],
    limits: { startFloor: 200 },
  })
  slow.advance(service.config.now() - slow.config.now() + 31_000)
  for (const email of [known, newEmail()]) {
    const device = await createDevice(slow)
    const began = performance.now()
    expect(replyOf(await device.start(email, { body: { projectId: 'strict' } })).action).toBe('VERIFY_DEVICE')
    const took = performance.now() - began
    expect(took).toBeGreaterThanOrEqual(199)
  }
  await slow.stop()
})
