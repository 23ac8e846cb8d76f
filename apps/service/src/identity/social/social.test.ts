import { finishSocial, type Session } from '@latchkey/protocol/http'
import type { OauthProvider } from '@latchkey/protocol/socials'
import type { testPeople } from '@latchkey/testing/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../../testing/createDevice.ts'
import { HOST } from '../../testing/createTestService.ts'
import { createStage, type Stage } from '../../testing/socialStage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.stop())

type Person = keyof typeof testPeople

async function signIn(device: Device, provider: OauthProvider, person: Person) {
  const { flowId, result } = await stage.visit(device, provider, person)
  return device.must(finishSocial, { body: { flowId, result } })
}
const shown = ({ user }: Session) => ({ provider: user.provider, name: user.userName, email: user.email })

describe('R1-4 R5-27 each network signs in', () => {
  test.each<[OauthProvider, Person, string | null, string | null]>([
    ['google', 'ada', 'Ada Lovelace', 'ada@example.com'],
    ['google', 'carol', 'Carol Shaw', null],
    ['apple', 'ada', 'Ada Lovelace', 'ada7x2q9@privaterelay.appleid.com'],
    ['github', 'ada', 'ada-tests', 'ada@example.com'],
    ['github', 'carol', 'carol-tests', null],
    ['facebook', 'ada', 'Ada Lovelace', null],
    ['x', 'ada', '@ada_tests', null],
    ['discord', 'ada', 'Ada Lovelace', null],
  ])('%s as %s', async (provider, person, name, email) => {
    const device = await stage.device()
    const { session } = await signIn(device, provider, person)
    expect(shown(session)).toEqual({ provider, name, email })
    expect(session.grants).toEqual([HOST])
    // The same person on another device is the same account.
    const again = await signIn(await stage.device(), provider, person)
    expect(again.session.user.id).toBe(session.user.id)
    expect(shown(again.session)).toEqual({ provider, name, email })
  })
})
