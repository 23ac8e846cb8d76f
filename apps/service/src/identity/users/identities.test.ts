import { IdentityTakenError, InvalidRequestError } from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { identities } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import { createContext } from '../../testing/createContext.ts'
import { createTestService, type TestService } from '../../testing/createTestService.ts'
import { findOrCreateByIdentity, linkIdentity, type ProvenIdentity } from './identities.ts'
import { openSubject, subjectKeysOf } from './identitySubject.ts'
import { openLabel, readEmail } from './users.ts'

const bytes = (value: number) => new Uint8Array(32).fill(value)
let stage: TestService
let service: ServiceContext
beforeAll(async () => {
  stage = await createTestService()
  service = createContext(stage)
})
afterAll(() => stage.stop())

let count = 0
const newIdentity = (changes: Partial<ProvenIdentity> = {}): ProvenIdentity => ({
  provider: 'google',
  issuer: 'https://id.example',
  subject: `subject-${++count}`,
  label: 'Somebody',
  email: null,
  ...changes,
})
const signIn = (identity: ProvenIdentity, context = service) =>
  context.db.transaction(
    async (transaction) => (await findOrCreateByIdentity(context, transaction, identity)).userId,
  )
const link = (userId: string, identity: ProvenIdentity) =>
  service.db.transaction((transaction) => linkIdentity(service, transaction, userId, identity))
async function labelOf(userId: string) {
  const [row] = await service.db.select().from(identities).where(eq(identities.userId, userId))
  return row && openLabel(service, row)
}

test('issuer and subject are the identity: each other one is another account', async () => {
  const identity = newIdentity({ email: 'same@example.com' })
  const userId = await signIn(identity)
  expect(await signIn({ ...identity, provider: 'apple', label: 'Other', email: null })).toBe(userId)
  expect(await signIn({ ...identity, issuer: 'https://other.example' })).not.toBe(userId)
  expect(await signIn({ ...identity, subject: `${identity.subject}0` })).not.toBe(userId)
  // No two pairs run into one.
  const [one, other] = [
    newIdentity({ issuer: 'https://a', subject: 'bc' }),
    newIdentity({ issuer: 'https://ab', subject: 'c' }),
  ]
  expect(await signIn(one)).not.toBe(await signIn(other))
})

test('a first login in many windows at once makes one account', async () => {
  const identity = newIdentity()
  const before = await service.db.$count(users)
  const ids = await Promise.all(Array.from({ length: 10 }, () => signIn(identity)))
  expect(new Set(ids).size).toBe(1)
  expect(await service.db.$count(users)).toBe(before + 1)
})

test('the label follows the network; one that tells none leaves it', async () => {
  const identity = newIdentity({ label: null })
  const userId = await signIn(identity)
  expect(await labelOf(userId)).toBeNull()
  for (const [label, shown] of [
    ['Ada', 'Ada'],
    [null, 'Ada'],
    ['Ada L.', 'Ada L.'],
  ] as const) {
    await signIn({ ...identity, label })
    expect(await labelOf(userId)).toBe(shown)
  }
})

test('the first verified address becomes the contact, and no address signs in by that', async () => {
  const identity = newIdentity()
  const userId = await signIn(identity)
  expect(await readEmail(service, userId)).toBeNull()
  await signIn({ ...identity, email: 'not an address' })
  expect(await readEmail(service, userId)).toBeNull()
  await signIn({ ...identity, email: 'First@EXAMPLE.com' })
  await signIn({ ...identity, email: 'second@example.com' })
  expect(await readEmail(service, userId)).toBe('First@example.com')
  const [row] = await service.db.select().from(users).where(eq(users.id, userId))
  expect(row?.emailKey).toBeNull()
})

test("linking: another account's identity is refused; one's own is brought up to date", async () => {
  const [mine, theirs] = [newIdentity(), newIdentity()]
  const [me, them] = [await signIn(mine), await signIn(theirs)]
  await expect(link(me, theirs)).rejects.toThrow(IdentityTakenError)
  expect(await signIn(theirs)).toBe(them)
  await link(me, { ...mine, label: 'New' })
  expect(await labelOf(me)).toBe('New')
})

test('of two accounts that link one identity at once, one gets it', async () => {
  const accounts = [await signIn(newIdentity()), await signIn(newIdentity())]
  const wanted = newIdentity()
  const outcomes = await Promise.allSettled(accounts.map((userId) => link(userId, wanted)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an account has sixteen identities at most', async () => {
  const userId = await signIn(newIdentity())
  for (let added = 1; added < 16; added++) await link(userId, newIdentity())
  await expect(link(userId, newIdentity())).rejects.toThrow(InvalidRequestError)
})

test('after a change of the pepper the same identity is the same account', async () => {
  const identity = newIdentity()
  const userId = await signIn(identity)
  const rotated = createContext(stage, bytes(9), [stage.config.secrets.pepper])
  const ids = await Promise.all(Array.from({ length: 5 }, () => signIn(identity, rotated)))
  expect(new Set(ids)).toEqual(new Set([userId]))
  // From now on the new pepper is enough.
  expect(await signIn(identity, createContext(stage, bytes(9)))).toBe(userId)
})

test('what is sealed of an identity is enough to know it by another pepper', async () => {
  const identity = newIdentity()
  const userId = await signIn(identity)
  const [row] = await service.db.select().from(identities).where(eq(identities.userId, userId))
  const opened = openSubject(service.recordKey, { id: row?.id ?? '', userId }, row?.subjectSealed ?? '')
  expect(opened).toEqual({ issuer: identity.issuer, subject: identity.subject })
  expect(subjectKeysOf(service.hashKeys, opened)).toEqual([row?.subjectKey])
  expect(JSON.stringify(row)).not.toContain(identity.subject)
})
