import {
  IdentityTakenError,
  ServiceUnreachableError,
  SocialDeclinedError,
  SocialFailedError,
  SocialGoneError,
  SocialMismatchError,
  SocialUnavailableError,
} from '@latchkey/protocol/http'
import { NothingPendingError, ResultAwaitedError, StrangeResultError } from '@latchkey/protocol/keys'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStore, createResilientStore } from './storage/recordStore.ts'
import { codeOf, EMAIL, type Life, startLife } from './testing/life.ts'
import { HOST_ORIGIN, WALLET_ORIGIN } from './testing/openKeys.ts'

let life: Life
const popup = { provider: 'google', mode: 'popup', purpose: 'login' } as const

beforeEach(async () => {
  life = await startLife()
})

/** Starts, and lets the person sign in at the network. @returns the address that the host is given */
async function consent(keys: ReturnType<Life['open']>, subject = 'ada', params = popup) {
  await keys.call('startSocial', params)
  return life.service.social.consent(subject)
}

describe('a social login', () => {
  it('R1-4 signs in with what the network says, and makes the wallet', async () => {
    const keys = life.open()
    const uri = await consent(keys)
    const state = await keys.call('finishSocial', { uri })
    expect(state).toMatchObject({ status: 'signedIn', granted: true, tier: 'standard' })
    expect(state.user).toMatchObject({ email: null, emailHint: null, userName: 'ada', provider: 'google' })
    expect(state.accounts).toHaveLength(1)
  })

  it('is found again by another device, and is another account than the same person’s e-mail', async () => {
    const [first, second] = [life.open(), life.openElsewhere()]
    const here = await first.call('finishSocial', { uri: await consent(first) })
    const there = await second.call('finishSocial', { uri: await consent(second) })
    expect(there.accounts).toEqual(here.accounts)
    expect((await life.openElsewhere().login(EMAIL)).accounts).not.toEqual(here.accounts)
  })

  it('waits for its window: what the host says names the login and finishes nothing', async () => {
    const keys = life.open()
    const uri = await consent(keys)
    const said = uri.replace(/&result=.*/, '')
    await expect(keys.call('finishSocial', { uri: said })).rejects.toEqual(codeOf(ResultAwaitedError))
    expect(life.service.calls.filter((call) => call.endsWith('/social/finish'))).toHaveLength(0)
    expect((await keys.call('finishSocial', { uri })).status).toBe('signedIn')
    // After that, to name it is enough: a page that was loaded anew asks what holds.
    expect((await life.open().call('finishSocial', { uri: said })).status).toBe('signedIn')
  })

  it('in redirect mode is finished by the key that began it, without a result', async () => {
    const keys = life.open()
    const uri = await consent(keys, 'ada', { ...popup, mode: 'redirect' } as never)
    expect(uri).not.toContain('result')
    expect((await keys.call('finishSocial', { uri })).status).toBe('signedIn')
  })

  it('survives a reload while the person is at the network', async () => {
    const uri = await consent(life.open())
    expect((await life.open().call('finishSocial', { uri })).status).toBe('signedIn')
  })

  it('asked again after it has worked answers what holds, and takes the result only once', async () => {
    const keys = life.open()
    const uri = await consent(keys)
    const state = await keys.call('finishSocial', { uri })
    expect(await life.open().call('finishSocial', { uri })).toEqual(state)
    expect(life.service.calls.filter((call) => call.endsWith('/social/finish'))).toHaveLength(1)
    await keys.signOut()
    await expect(life.open().call('finishSocial', { uri })).rejects.toEqual(codeOf(NothingPendingError))
  })

  it.each(['/keys/v1/wallets', '/release', '/confirm'])(
    'that breaks at %s goes on with the same result',
    async (suffix) => {
      const keys = life.open()
      const uri = await consent(keys)
      life.crashAt(suffix, 'before')
      await expect(keys.call('finishSocial', { uri })).rejects.toEqual(codeOf(ServiceUnreachableError))
      life.heal()
      expect((await life.open().call('finishSocial', { uri })).status).toBe('signedIn')
    },
  )

  it('works in two tabs at once: each takes its own', async () => {
    const tabs = [life.open(), life.open()] as const
    const uris = [await consent(tabs[0], 'ada'), await consent(tabs[1], 'bob')]
    const first = await tabs[0].call('finishSocial', { uri: uris[0] ?? '' })
    const second = await tabs[1].call('finishSocial', { uri: uris[1] ?? '' })
    expect([first.user?.userName, second.user?.userName]).toEqual(['ada', 'bob'])
  })

  it('works where the browser stores nothing', async () => {
    const blocked = () => Promise.reject(new Error('blocked'))
    const store = await createResilientStore(async () => ({ get: blocked, update: blocked, clear: blocked }))
    const keys = life.open({ store })
    const state = await keys.call('finishSocial', { uri: await consent(keys) })
    expect(state).toMatchObject({ status: 'signedIn', persistent: false })
  })

  it('clears a code that was waiting', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    expect((await keys.call('finishSocial', { uri: await consent(keys) })).challenge).toBeNull()
  })
})

describe('R5-28 the answer of a social login is refused', () => {
  it('when it is not ours', async () => {
    const keys = life.open()
    const uri = (await consent(keys)).replace(WALLET_ORIGIN, 'http://evil.localhost:8787')
    await expect(keys.call('finishSocial', { uri })).rejects.toEqual(codeOf(StrangeResultError))
    expect((await keys.getState()).status).toBe('signedOut')
  })

  it('when another device began it (login CSRF)', async () => {
    const attacker = life.openElsewhere()
    const uri = await consent(attacker, 'mallory')
    const victim = life.open()
    await expect(victim.call('finishSocial', { uri })).rejects.toEqual(codeOf(NothingPendingError))
    await victim.call('startSocial', popup)
    await expect(victim.call('finishSocial', { uri })).rejects.toEqual(codeOf(StrangeResultError))
    expect(life.service.calls.some((call) => call.endsWith('/social/finish'))).toBe(false)
  })

  it('when another site of this partition began it', async () => {
    const uri = await consent(life.open())
    const other = life.open({ hostOrigin: 'http://other.localhost:5173' })
    await expect(other.call('finishSocial', { uri })).rejects.toEqual(codeOf(NothingPendingError))
    expect((await life.open().call('finishSocial', { uri })).status).toBe('signedIn')
  })

  it('when it has signed in on another site of this partition', async () => {
    const keys = life.open()
    const uri = await consent(keys)
    await keys.call('finishSocial', { uri })
    const other = life.open({ hostOrigin: 'http://other.localhost:5173' })
    await expect(other.call('finishSocial', { uri })).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('when the result is another one', async () => {
    const keys = life.open()
    const uri = await consent(keys)
    const wrong = uri.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    await expect(keys.call('finishSocial', { uri: wrong })).rejects.toEqual(codeOf(SocialMismatchError))
    await expect(keys.call('finishSocial', { uri })).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('when it comes too late', async () => {
    const keys = life.open()
    const uri = await consent(keys)
    life.clock.advance(600_001)
    await expect(keys.call('finishSocial', { uri })).rejects.toEqual(codeOf(SocialGoneError))
  })

  it('after the person has given it up, and after a sign-out', async () => {
    const keys = life.open()
    const uri = await consent(keys)
    await keys.call('cancelLogin', {})
    await expect(keys.call('finishSocial', { uri })).rejects.toEqual(codeOf(NothingPendingError))
    const again = await consent(keys)
    await keys.signOut()
    await expect(keys.call('finishSocial', { uri: again })).rejects.toEqual(codeOf(NothingPendingError))
  })

  it.each([
    [4121, SocialDeclinedError],
    [4122, SocialFailedError],
    [9999, SocialFailedError],
    [4140, SocialFailedError],
  ])('with the provider’s own end: %i', async (code, expected) => {
    const keys = life.open()
    const uri = (await consent(keys)).replace(/result=.*/, `error=${code}`)
    await expect(keys.call('finishSocial', { uri })).rejects.toEqual(codeOf(expected))
    await expect(keys.call('finishSocial', { uri })).rejects.toEqual(codeOf(NothingPendingError))
    expect(life.service.calls.some((call) => call.endsWith('/social/finish'))).toBe(false)
  })

  it('when a sign-out overtakes it: nothing is stored afterwards', async () => {
    const keys = life.open()
    const uri = await consent(keys)
    life.service.setFault(async (when, { path }) => {
      if (when === 'after' && path.endsWith('/social/finish')) await keys.signOut()
    })
    await expect(keys.call('finishSocial', { uri })).rejects.toThrow()
    life.heal()
    expect((await keys.getState()).status).toBe('signedOut')
    expect(await life.store.get('session')).toBeUndefined()
  })
})

describe('linking', () => {
  it('belongs on the account page', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    const link = { ...popup, purpose: 'link' } as const
    await expect(keys.call('startSocial', link)).rejects.toEqual(codeOf(SocialUnavailableError))
    await expect(keys.call('startFarcaster', { purpose: 'link' })).rejects.toEqual(
      codeOf(SocialUnavailableError),
    )
  })

  it('adds an identity there without a new session, and never takes one that another account has', async () => {
    const page = life.open({ hostOrigin: WALLET_ORIGIN })
    const { accounts } = await page.login(EMAIL)
    const link = {
      provider: 'github',
      mode: 'redirect',
      returnUri: `${WALLET_ORIGIN}/account`,
      purpose: 'link',
    } as const
    await page.call('startSocial', link)
    await page.call('finishSocial', { uri: life.service.social.consent('ada-codes') })
    const elsewhere = life.openElsewhere()
    const uri = await consent(elsewhere, 'ada-codes', { ...popup, provider: 'github' } as never)
    expect((await elsewhere.call('finishSocial', { uri })).accounts).toEqual(accounts)
    await page.call('startSocial', link)
    await expect(
      page.call('finishSocial', { uri: life.service.social.consent('ada-codes') }),
    ).rejects.toEqual(codeOf(IdentityTakenError))
    expect((await page.getState()).accounts).toEqual(accounts)
  })
})

it('an identity that was added is said to be, though the session cannot be read anew afterwards', async () => {
  const page = life.open({ hostOrigin: WALLET_ORIGIN })
  await page.login(EMAIL)
  const returnUri = `${WALLET_ORIGIN}/account`
  await page.call('startSocial', { provider: 'github', mode: 'redirect', returnUri, purpose: 'link' })
  life.service.setFault((when, { path }) => {
    if (when === 'before' && path.endsWith('/session')) throw new TypeError('Failed to fetch')
  })
  const uri = life.service.social.consent('ada-codes')
  expect((await page.call('finishSocial', { uri })).status).toBe('signedIn')
})

describe('Farcaster', () => {
  it('R1-4 signs in when the person’s app has answered', async () => {
    const keys = life.open()
    const channel = await keys.call('startFarcaster', { purpose: 'login' })
    expect(await keys.call('checkFarcaster', {})).toMatchObject({ isDone: false })
    life.service.social.consent('ada.eth', channel.flowId)
    const { isDone, state } = await keys.call('checkFarcaster', {})
    expect([isDone, state.status, state.user?.userName]).toEqual([true, 'signedIn', 'ada.eth'])
  })

  it('shows the same channel after a reload, and a new one when little time is left', async () => {
    const channel = await life.open().call('startFarcaster', { purpose: 'login' })
    expect(await life.open().call('startFarcaster', { purpose: 'login' })).toEqual(channel)
    life.clock.advance(550_000)
    const next = await life.open().call('startFarcaster', { purpose: 'login' })
    expect(next.flowId).not.toBe(channel.flowId)
  })

  it('ends with its channel, and is nobody else’s', async () => {
    const keys = life.open()
    await expect(keys.call('checkFarcaster', {})).rejects.toEqual(codeOf(NothingPendingError))
    await keys.call('startFarcaster', { purpose: 'login' })
    await expect(life.openElsewhere().call('checkFarcaster', {})).rejects.toEqual(codeOf(NothingPendingError))
    life.clock.advance(600_001)
    await expect(keys.call('checkFarcaster', {})).rejects.toEqual(codeOf(SocialGoneError))
    await expect(keys.call('checkFarcaster', {})).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('does not hold up another way to sign in while it waits', async () => {
    const keys = life.open()
    await keys.call('startFarcaster', { purpose: 'login' })
    let answer: () => void = () => undefined
    life.service.setFault((when, { path }) =>
      when === 'before' && path.endsWith('/farcaster/finish')
        ? new Promise<void>((resolve) => {
            answer = resolve
          })
        : undefined,
    )
    const waiting = keys.call('checkFarcaster', {})
    const isAsked = () => life.service.calls.some((call) => call.endsWith('/farcaster/finish'))
    await vi.waitFor(() => expect(isAsked()).toBe(true), 15_000)
    expect((await keys.login(EMAIL)).status).toBe('signedIn')
    answer()
    expect((await waiting).isDone).toBe(false)
    expect((await keys.getState()).user?.email).toBe(EMAIL)
  })

  it('stops to wait when the person gives up', async () => {
    const keys = life.open()
    await keys.call('startFarcaster', { purpose: 'login' })
    life.service.setFault((when, { path }) =>
      when === 'before' && path.endsWith('/farcaster/finish')
        ? new Promise<void>(() => undefined)
        : undefined,
    )
    const waiting = keys.call('checkFarcaster', {})
    const refused = expect(waiting).rejects.toThrow('cancelled')
    await keys.call('cancelLogin', {})
    await refused
    expect(life.service.social.flows.size).toBe(1)
  })
})

it('a store of this page alone keeps nothing of a login for the next', async () => {
  const store = createMemoryStore()
  const keys = life.open({ store })
  await keys.call('startSocial', popup)
  expect(JSON.stringify(await store.get('flows'))).not.toContain(HOST_ORIGIN)
})
