import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore } from './storage/recordStore.ts'
import { EMAIL, type Life, startLife } from './testing/life.ts'
import { openKeys } from './testing/openKeys.ts'

let life: Life

beforeEach(async () => {
  life = await startLife()
})

/** The keys document of a browser whose clock is wrong; opened twice, it is a reload. */
function browserOff(by: number) {
  const store = createMemoryStore()
  const now = () => life.clock.now() + by
  return { now, open: () => openKeys({ service: life.service, store, now }) }
}

describe.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('a browser’s clock is %s', (_, by) => {
  it('a code can be typed and asked for again at the right time by that very clock', async () => {
    const { now, open } = browserOff(by)
    const keys = open()
    const sent = { expiresAt: now() + 300_000, resendAt: now() + 30_000 }
    expect((await keys.startEmail(EMAIL)).challenge).toMatchObject(sent)
    expect((await keys.getState()).challenge).toMatchObject(sent)
    life.clock.advance(31_000)
    const again = await keys.resendCode()
    expect(again).toMatchObject({ expiresAt: now() + 300_000, resendAt: now() + 30_000 })
    // After a reload nothing is known of the service's clock.
    const reloaded = open()
    expect((await reloaded.getState()).challenge).toEqual(again)
    expect((await reloaded.startEmail(EMAIL)).challenge).toEqual(again)
    expect(life.service.accounts.mails).toHaveLength(2)
    expect((await reloaded.submitCode(life.service.lastCode())).status).toBe('signedIn')
  })

  it('a social login that the page was left for is finished', async () => {
    const { open } = browserOff(by)
    await open().call('startSocial', { provider: 'google', mode: 'redirect', purpose: 'login' })
    const uri = life.service.social.consent('ada')
    expect((await open().call('finishSocial', { uri })).status).toBe('signedIn')
  })

  it('the minutes that are left for Farcaster are the right ones', async () => {
    const { now, open } = browserOff(by)
    const { expiresAt } = await open().call('startFarcaster', { purpose: 'login' })
    expect(expiresAt).toBe(now() + 600_000)
  })

  it('so it is with the codes of a change of the e-mail address', async () => {
    const { now, open } = browserOff(by)
    const keys = open()
    await keys.login(EMAIL)
    const right = { expiresAt: now() + 300_000, resendAt: now() + 30_000 }
    const { challenge } = await keys.call('startEmailChange', { email: 'new@example.com' })
    expect(challenge).toMatchObject(right)
    expect(await keys.call('resendEmailChange', {})).toMatchObject(right)
  })
})
