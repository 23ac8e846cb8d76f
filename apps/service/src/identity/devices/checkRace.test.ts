import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/Database.ts'
import { askAsWallet, tokenIn } from '../../testing/askAsWallet.ts'
import { createDevice } from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService } from '../../testing/createTestService.ts'

const CALLERS = 10
const project = { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }
const projects = [{ ...project, deviceVerification: 'always' }]

/** A database whose transactions begin together, once as many as that are about to. */
function gated(db: Database, count: number): Database {
  let waiting = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const transaction: Database['transaction'] = async (work, config) => {
    waiting += 1
    if (waiting === count) open()
    await gate
    return db.transaction(work, config)
  }
  return new Proxy(db, {
    get(target, key) {
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

let service: TestService
beforeAll(async () => {
  service = await createTestService({ projects })
})
afterAll(() => service.stop())

test('of many that saw the approval before any code was stored, one sends it', async () => {
  const device = await createDevice(service)
  const { challengeId } = await device.must(protocol.startEmail, {
    body: { projectId: 'demo', hostOrigin: HOST, email: 'race@example.com', purpose: 'login' },
  })
  const token = tokenIn(service.mails.at(-1)?.text, 'device')
  await askAsWallet(service, protocol.answerDeviceRequest, { token, answer: 'approve' })
  const database = { ...service.database, db: gated(service.database.db, CALLERS) }
  const racing = await createTestService({ projects, deps: { database } })
  const same = await createDevice(racing, device.address, device.keys)
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, () => same.call(protocol.checkDevice, { body: { challengeId } })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(CALLERS).fill(200))
  expect(racing.mails).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  await racing.stop()
})
