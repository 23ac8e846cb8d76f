import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { deriveKey } from '../crypto/serviceKeys.ts'
import type { OpenDatabase } from '../db/Database.ts'
import { usedProofs } from '../db/schema.ts'
import { sweep } from '../db/sweep.ts'
import { createNonce, isLiveNonce } from '../sessions/verifyProof.ts'
import { openTestDatabase } from '../testing/database.ts'
import { checkNonce, issueNonce, type NonceBinding, spendNonce } from './nonces.ts'

const MINUTE = 60_000
const key = deriveKey(new Uint8Array(32).fill(7), 'test')
let time = 1_900_000_000_000
const service = {
  hashKeys: { nonce: key, others: [] },
  config: { now: () => time },
  limits: { nonceLifetime: 5 * MINUTE },
} as unknown as ServiceContext

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const binding = fc.record({
  projectId: fc.constantFrom('demo', 'demo2', 'd'),
  origin: fc.constantFrom(
    'https://a.example',
    'https://a.example:8443',
    'https://b.example',
    'http://a.example',
  ),
  account: fc.constantFrom('eip155:1:0xA', 'eip155:1:0xB', 'eip155:11:0xA', 'solana:1:0xA'),
})
const allows = (bound: NonceBinding, used: NonceBinding & { account: string }) => {
  const { nonce, token } = issueNonce(service, bound)
  try {
    return checkNonce(service, { nonce, token, ...used }).use
  } catch {
    return undefined
  }
}

const SWEEP = { retentionDays: 30, onFailure: (table: string) => expect.fail(table) }

test('a nonce passes for what it is bound to and for nothing else', () => {
  fc.assert(
    fc.property(binding, binding, fc.boolean(), (bound, used, isNamed) => {
      const isSame =
        bound.projectId === used.projectId &&
        bound.origin === used.origin &&
        (!isNamed || bound.account === used.account)
      const use = allows({ ...bound, account: isNamed ? bound.account : null }, used)
      expect(use !== undefined).toBe(isSame)
    }),
  )
})

test('no change of a token, nor of its time, passes', () => {
  const bound = { projectId: 'demo', origin: 'https://a.example', account: 'eip155:1:0xA' }
  fc.assert(
    fc.property(fc.nat(), fc.string({ maxLength: 3 }), (place, put) => {
      const { nonce, token } = issueNonce(service, bound)
      const at = place % token.length
      const changed = token.slice(0, at) + put + token.slice(at + 1)
      fc.pre(changed !== token)
      expect(() => checkNonce(service, { nonce, token: changed, ...bound })).toThrow()
    }),
  )
})

test('these nonces and those of the keys app do not serve for one another', () => {
  const bound = { projectId: 'demo', origin: 'https://a.example', account: 'eip155:1:0xA' }
  const { nonce, token } = issueNonce(service, bound)
  for (const text of [nonce, token, token.split('.')[1] ?? '', nonce.slice(0, 31)])
    expect(isLiveNonce(key, text, time, 5 * MINUTE)).toBe(false)
  const proofs = createNonce(key, time)
  for (const text of [proofs, `${(time + MINUTE).toString(36)}.${proofs}`])
    expect(() => checkNonce(service, { nonce: proofs, token: text, ...bound })).toThrow()
})

test('of many at the same moment one is spent', async () => {
  const spending = { use: 'siwx:race', expiresAt: time + 5 * MINUTE }
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      database.db.transaction(async (transaction) => spendNonce(transaction, spending)),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a nonce that was given to no account in particular serves one account of a network', async () => {
  const site = { projectId: 'demo', origin: 'https://a.example' }
  const issued = issueNonce(service, { ...site, account: null })
  const spend = (account: string) =>
    spendNonce(database.db, checkNonce(service, { ...issued, ...site, account }))
  await spend('eip155:1:0xA')
  await expect(spend('eip155:1:0xB')).rejects.toMatchObject({ code: 4601 })
  await expect(spend('solana:1:0xA')).resolves.toBeUndefined()
})

test('a use that is rolled back does not count', async () => {
  const spending = { use: 'siwx:rolled-back', expiresAt: time + 5 * MINUTE }
  const work = database.db.transaction(async (transaction) => {
    await spendNonce(transaction, spending)
    throw new Error('no session')
  })
  await expect(work).rejects.toThrow('no session')
  await expect(spendNonce(database.db, spending)).resolves.toBeUndefined()
})

test('checked in time and spent late, as while a slow network is asked, it still serves once', async () => {
  const bound = { projectId: 'demo', origin: 'https://a.example', account: 'eip155:1:0xA' }
  const issued = issueNonce(service, bound)
  time += 5 * MINUTE - 1
  const [one, two] = [
    checkNonce(service, { ...issued, ...bound }),
    checkNonce(service, { ...issued, ...bound }),
  ]
  time += 1_000
  await spendNonce(database.db, one)
  await sweep(database.db, time, SWEEP)
  time += 1_000
  await expect(spendNonce(database.db, two)).rejects.toMatchObject({ code: 4601 })
  // It goes in the end.
  await sweep(database.db, time + 10 * MINUTE, SWEEP)
  expect(await database.db.select().from(usedProofs)).toEqual([])
})
