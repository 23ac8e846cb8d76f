import { AccountFrozenError } from '@latchkey/protocol/http'
import { NothingPendingError } from '@latchkey/protocol/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { createResilientStore } from './storage/recordStore.ts'
import { codeOf, EMAIL, type Life, startLife } from './testing/life.ts'
import { WALLET_ORIGIN } from './testing/openKeys.ts'

let life: Life

beforeEach(async () => {
  life = await startLife()
  await life.openElsewhere().login(EMAIL)
})

/** The person has protected the wallet from another device. */
function protectWallet() {
  const wallet = life.walletOf(EMAIL)
  if (wallet) Object.assign(wallet, { tier: 'protected', methods: ['passkey', 'code'] })
}

describe('a login to a protected wallet', () => {
  beforeEach(protectWallet)

  it('stays on record and says what opens the wallet', async () => {
    const state = await life.open().login(EMAIL)
    expect(state).toMatchObject({
      status: 'awaitingRecovery',
      granted: false,
      accounts: [],
      challenge: null,
      tier: 'protected',
      recovery: ['passkey', 'code'],
    })
    expect(state.user?.email).toBe(EMAIL)
    expect(await life.open().getState()).toEqual(state)
    expect(life.service.calls.some((call) => call.endsWith('/recover'))).toBe(false)
  })

  it('is the same by a social login, and where the browser stores nothing', async () => {
    const user = life.service.accounts.users.get(EMAIL)
    if (user) life.service.accounts.users.set('google:ada', user)
    const blocked = () => Promise.reject(new Error('blocked'))
    const store = await createResilientStore(async () => ({ get: blocked, update: blocked, clear: blocked }))
    const keys = life.open({ store })
    await keys.call('startSocial', { provider: 'google', mode: 'popup', purpose: 'login' })
    const state = await keys.call('finishSocial', { uri: life.service.social.consent('ada') })
    expect(state).toMatchObject({ status: 'awaitingRecovery', persistent: false })
  })

  it('can be given up: the service is told, and nobody else’s login is touched', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    const other = life.open({ hostOrigin: 'http://other.localhost:5173' })
    expect((await other.getState()).status).toBe('signedOut')
    await other.call('cancelLogin', {})
    expect((await keys.getState()).status).toBe('awaitingRecovery')
    expect((await keys.call('cancelLogin', {})).status).toBe('signedOut')
    expect(await life.store.get('session')).toBeUndefined()
    await expect(keys.call('recoverWithPasskey', {})).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('gives way to a login with another address', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    expect((await keys.startEmail('bob@example.com')).action).toBe('VERIFY_OTP')
    expect((await keys.getState()).status).toBe('awaitingCode')
    expect((await keys.submitCode(life.service.lastCode())).user?.email).toBe('bob@example.com')
  })

  it('a wallet that has become protected a moment ago is told as such', async () => {
    const wallet = life.walletOf(EMAIL)
    if (wallet) wallet.tier = 'standard'
    const keys = life.open()
    life.service.setFault((when, { path }) => {
      if (when === 'before' && path.endsWith('/recover')) protectWallet()
    })
    expect(await keys.login(EMAIL)).toMatchObject({ status: 'awaitingRecovery', tier: 'protected' })
  })
})

describe('a login to a frozen account', () => {
  const freeze = (frozen: boolean) => {
    const user = life.service.accounts.users.get(EMAIL)
    if (user) user.frozen = frozen
  }

  it('is refused on a site, and nothing of it stays', async () => {
    freeze(true)
    const keys = life.open()
    await keys.startEmail(EMAIL)
    await expect(keys.submitCode(life.service.lastCode())).rejects.toEqual(codeOf(AccountFrozenError))
    expect(await keys.getState()).toMatchObject({ status: 'signedOut', challenge: null })
    expect(await life.store.get('session')).toBeUndefined()
  })

  it('stays on the account page, where the freeze is lifted, and goes on with the same code', async () => {
    freeze(true)
    const page = life.open({ hostOrigin: WALLET_ORIGIN })
    await page.startEmail(EMAIL)
    const code = life.service.lastCode()
    await expect(page.submitCode(code)).rejects.toEqual(codeOf(AccountFrozenError))
    expect(await life.store.get('session')).toBeDefined()
    freeze(false)
    expect((await page.submitCode(code)).status).toBe('signedIn')
  })
})
