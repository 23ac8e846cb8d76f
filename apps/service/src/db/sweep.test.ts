import * as protocol from '@latchkey/protocol/http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccountPage } from '../testing/accountPage.ts'
import { askAsWallet, tokenIn } from '../testing/askAsWallet.ts'
import { codeIn, createDevice } from '../testing/createDevice.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet } from '../testing/createVault.ts'

const DAY = 86_400_000
let service: TestService
beforeAll(async () => {
  const demo = { name: 'Demo', mode: 'development', allowedOrigins: [HOST] }
  service = await createTestService({
    projects: [
      { ...demo, id: 'demo' },
      { ...demo, id: 'strict', deviceVerification: 'always' },
    ],
  })
})
afterAll(() => service.stop())

const TABLES = [
  'device_requests',
  'device_verdicts',
  'devices',
  'mail_links',
  'email_changes',
  'mail_jobs',
] as const

async function countRows(): Promise<Record<string, number>> {
  const counts = TABLES.map(async (table) => {
    const query = sql.raw(`select count(*)::int as rows from "${table}"`)
    const { rows } = (await service.database.db.execute(query)) as unknown as { rows: { rows: number }[] }
    return [table, rows[0]?.rows ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

async function everySecret(): Promise<string> {
  const rows = TABLES.map(async (table) => service.database.db.execute(sql.raw(`select * from "${table}"`)))
  return JSON.stringify((await Promise.all(rows)).map((answer) => (answer as { rows?: unknown }).rows))
}

test('what devices, links and changes leave behind holds no address and no token, and goes in its time', async () => {
  const email = 'sweeper@example.com'
  const [first, second, third] = [
    await createDevice(service, '198.51.100.99'),
    await createDevice(service, '198.51.100.99'),
    await createDevice(service, '198.51.100.99'),
  ]
  const login = await first.signIn(email)
  await createActiveWallet(service, first, login)
  service.advance(31_000)
  await second.signIn(email)
  const page = await openAccountPage(service, email, first)
  service.advance(31_000)
  await third.start(email, { body: { projectId: 'strict' } })
  const token = tokenIn(service.mails.at(-1)?.text, 'device')
  await askAsWallet(service, protocol.answerDeviceRequest, { token, answer: 'reject' })
  service.advance(31_000)
  const change = { token: page.token, body: { email: 'elsewhere@example.org' } }
  const { changeId } = await first.must(protocol.startEmailChange, change)

  expect(await countRows()).toEqual({
    device_requests: 1,
    device_verdicts: 1,
    devices: 2,
    mail_links: 1,
    email_changes: 1,
    mail_jobs: 1,
  })
  const stored = await everySecret()
  await service.deliverMail()
  const linkToken = tokenIn(service.mails.at(-1)?.text, 'link')
  for (const secret of [email, 'elsewhere', token, linkToken, '198.51.100.99'])
    expect(stored).not.toContain(secret)
  expect(codeIn(service.mails.find(({ text }) => text.includes('replace this address'))?.text)).toHaveLength(
    8,
  )
  expect(changeId).toHaveLength(22)

  const left = async (advance: number) => {
    service.advance(advance)
    await service.sweep()
    return countRows()
  }
  expect(await left(2 * DAY)).toMatchObject({
    device_requests: 0,
    email_changes: 0,
    mail_links: 1,
    device_verdicts: 1,
  })
  expect(await left(6 * DAY)).toMatchObject({ mail_links: 0, device_verdicts: 1 })
  expect(await left(25 * DAY)).toMatchObject({ device_verdicts: 0, devices: 2 })
  expect(await left(400 * DAY)).toMatchObject({ devices: 0 })
})
