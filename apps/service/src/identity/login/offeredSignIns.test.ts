import { SocialUnavailableError, startFarcaster, startSocial } from '@latchkey/protocol/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccountPage } from '../../testing/accountPage.ts'
import { createDevice, problemCode } from '../../testing/createDevice.ts'
import { DEMO, HOST, WALLET } from '../../testing/createTestService.ts'
import { createSocialService, startBody } from '../../testing/socialStage.ts'

const own = { clientId: 'id', clientSecret: 'secret' }
const nowhere = 'http://127.0.0.1:9'
let stage: Awaited<ReturnType<typeof createSocialService>>
beforeAll(async () => {
  const projects = [
    { ...DEMO, features: { email: false, socials: ['google'] } },
    { ...DEMO, id: 'mail', features: { email: true, socials: false } },
  ]
  const config = { farcaster: { relayUrl: nowhere, optimismRpcUrl: nowhere } }
  stage = await createSocialService({ google: own, github: own }, { projects, config })
})
afterAll(() => stage.service.stop())

describe('R6-5 R3-71 a way to sign in that the project has turned off is refused', () => {
  test('by e-mail: no mail leaves', async () => {
    const device = await createDevice(stage.service)
    const answer = await device.start('off@example.com')
    expect([answer.status, problemCode(answer)]).toEqual([404, SocialUnavailableError.code])
    expect(stage.service.mails).toEqual([])
    expect((await device.start('on@example.com', { body: { projectId: 'mail' } })).status).toBe(200)
  })

  test('by a social network, and by Farcaster', async () => {
    const device = await createDevice(stage.service)
    const start = (projectId: string, provider: 'google' | 'github') =>
      device.call(startSocial, { body: startBody(provider, { projectId }) })
    expect((await start('demo', 'google')).status).toBe(200)
    for (const answer of [
      await start('demo', 'github'),
      await start('mail', 'google'),
      await device.call(startFarcaster, {
        body: { projectId: 'demo', hostOrigin: HOST, purpose: 'login' },
      }),
    ])
      expect([answer.status, problemCode(answer)]).toEqual([404, SocialUnavailableError.code])
  })

  test('the wallet’s own page is none of the project’s: whoever has a wallet gets into it', async () => {
    const { login } = await openAccountPage(stage.service, 'owner@example.com')
    expect(login.session.user.email).toBe('owner@example.com')
    const device = await createDevice(stage.service)
    const returnUri = `${WALLET}/account?projectId=demo`
    const changes = { hostOrigin: WALLET, mode: 'redirect', returnUri }
    await device.must(startSocial, { body: startBody('github', changes) })
  })
})
