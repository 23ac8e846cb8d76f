import { SocialGoneError } from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { socialFlows } from '../../db/identitySchema.ts'
import { createContext } from '../../testing/createContext.ts'
import { createTestService, HOST, type TestService } from '../../testing/createTestService.ts'
import {
  createFlow,
  findFlow,
  openSecrets,
  type SocialFlow,
  settleFlow,
  spendFlow,
  takeFlow,
} from './flows.ts'

let stage: TestService
let service: ServiceContext
beforeAll(async () => {
  stage = await createTestService()
  service = createContext(stage)
})
afterAll(() => stage.stop())

const create = () =>
  createFlow(
    service,
    {
      provider: 'google',
      purpose: 'login',
      userId: null,
      jkt: 'jkt',
      projectId: 'demo',
      hostOrigin: HOST,
      mode: 'popup',
      returnUri: null,
      locale: null,
    },
    { verifier: 'a-verifier' },
  )
const spend = (flow: SocialFlow) =>
  service.db.transaction((transaction) => spendFlow(service, transaction, flow))
const identity = { issuer: 'https://id.example', subject: 'subject', label: 'Ada', email: null }
const many = <Result>(run: () => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: 20 }, () => run()))

test('of twenty answers at once one is let in', async () => {
  const flow = await create()
  const taken = await many(() => takeFlow(service, flow.id))
  expect(taken.filter((outcome) => outcome.status === 'fulfilled' && outcome.value)).toHaveLength(1)
})

test('of twenty that take the identity out at once one gets it', async () => {
  const flow = await create()
  await settleFlow(service, flow.id, identity, 'result')
  const outcomes = await many(() => spend(flow))
  const got = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(got).toEqual([identity])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(SocialGoneError)
})

test('nothing is let in or out once it is late', async () => {
  const flow = await create()
  await settleFlow(service, flow.id, identity, 'result')
  stage.advance(service.limits.socialLifetime)
  expect(await takeFlow(service, flow.id)).toBe(false)
  await expect(spend(flow)).rejects.toThrow(SocialGoneError)
})

test('what is sealed belongs to its login, and the result is not stored', async () => {
  const [one, other] = [await create(), await create()]
  await settleFlow(service, one.id, identity, 'the-result')
  const settled = await findFlow(service, one.id)
  expect(JSON.stringify(settled)).not.toMatch(/the-result|a-verifier|subject":/)
  const schema = z.strictObject({ verifier: z.string() })
  expect(openSecrets(service, one, schema)).toEqual({ verifier: 'a-verifier' })
  expect(() => openSecrets(service, { ...other, secretsSealed: one.secretsSealed }, schema)).toThrow()
  await service.db
    .update(socialFlows)
    .set({ identitySealed: settled?.identitySealed ?? null })
    .where(eq(socialFlows.id, other.id))
  await expect(spend(other)).rejects.toThrow('cannot be opened')
})
