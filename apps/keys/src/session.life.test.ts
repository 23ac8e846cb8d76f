import {
  EmailReplacedError,
  InvalidTokenError,
  OriginNotAllowedError,
  shareEmail,
} from '@latchkey/protocol/http'
import { SignedOutError } from '@latchkey/protocol/keys'
import { recoverMessageAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStore } from './storage/recordStore.ts'
import { refuse } from './testing/fakeProofs.ts'
import { codeOf, EMAIL, hex, type Life, network, startLife } from './testing/life.ts'
import { HOST_ORIGIN, openKeys } from './testing/openKeys.ts'

let life: Life

beforeEach(async () => {
  life = await startLife()
})
afterEach(() => vi.useRealTimers())

const BOB = 'bob@example.com'
const message = { kind: 'message', message: '0x00' } as const
const RENEWAL = '/auth/v1/token'

/** Runs something once, at the first call whose path ends so. */
const onceAt = (when: 'before' | 'after', suffix: string, run: () => unknown) => {
  let isDone = false
  life.service.setFault(async (at, { path }) => {
    if (isDone || at !== when || !path.endsWith(suffix)) return
    isDone = true
    await run()
  })
}

/** A sign-out waits two seconds for the service; here it waits until it has answered. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

it('who is signed in is told before anything is prepared for what comes after', async () => {
  const waiting: (() => void)[] = []
  const home = life.open({ whenIdle: (run) => waiting.push(run) })
  const state = home.getState()
  expect(waiting).toEqual([])
  expect((await state).status).toBe('signedOut')
  await home.getState()
  expect(waiting.length).toBe(1)
  for (const run of waiting) run()
  expect((await home.startEmail(EMAIL)).action).toBe('VERIFY_OTP')
})

describe('the session', () => {
  it('R4-27 survives a reload, and the same address needs no code', async () => {
    const { accounts } = await life.open().login(EMAIL)
    const reloaded = life.open()
    expect(await reloaded.getState()).toMatchObject({ status: 'signedIn', granted: true, accounts })
    expect(await reloaded.startEmail('ada@EXAMPLE.com')).toEqual({ action: 'CONNECT', challenge: null })
    expect((await reloaded.syncSession()).status).toBe('signedIn')
  })

  it('R4-28 needs a code on another site of the same partition, which then is connected too', async () => {
    await life.open().login(EMAIL)
    const other = life.open({ hostOrigin: 'http://other.localhost:5173' })
    expect((await other.startEmail(EMAIL)).action).toBe('VERIFY_OTP')
    expect((await other.getState()).status).toBe('awaitingCode')
    expect((await other.submitCode(life.service.lastCode())).granted).toBe(true)
    expect(life.service.accounts.users.get(EMAIL)?.grants).toEqual([
      HOST_ORIGIN,
      'http://other.localhost:5173',
    ])
  })

  it('brings the same wallet to a second device with a share of its own', async () => {
    const first = await life.open().login(EMAIL)
    const second = life.openElsewhere()
    const state = await second.login(EMAIL)
    expect(state.accounts).toEqual(first.accounts)
    expect(life.walletOf(EMAIL)?.keysets.size).toBe(2)
    const address = state.accounts[0]?.address ?? ''
    const { signature } = await second.signMessage(address, hex('second'))
    const signer = await recoverMessageAddress({ message: 'second', signature: signature as `0x${string}` })
    expect(signer).toBe(address)
  })

  it('renews the access token once for calls that wait together, and rotates the refresh token', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    life.clock.advance(601_000)
    const states = await Promise.all([keys.syncSession(), keys.syncSession(), keys.syncSession()])
    expect(states.every((state) => state.status === 'signedIn')).toBe(true)
    expect(life.service.calls.filter((call) => call.endsWith('/auth/v1/token'))).toHaveLength(1)
  })

  it('two tabs with a lock between them never use one refresh token twice', async () => {
    let last: Promise<unknown> = Promise.resolve()
    const locks = {
      request: <T>(_name: string, _options: object, run: () => Promise<T>) => {
        const next = last.then(run, run)
        last = next.catch(() => undefined)
        return next
      },
    }
    const tabs = [0, 1, 2].map(() =>
      openKeys({ service: life.service, store: life.store, now: life.clock.now, locks }),
    )
    await tabs[0]?.login(EMAIL)
    life.clock.advance(601_000)
    await Promise.all(tabs.map((tab) => tab.syncSession()))
    expect(life.service.calls.filter((call) => call.endsWith('/auth/v1/token'))).toHaveLength(1)
    expect([...life.service.accounts.families].every((family) => !family.revoked)).toBe(true)
  })

  it('that the service has ended is ended here too', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.vault.lock()
    for (const family of life.service.accounts.families) family.revoked = true
    await expect(keys.signMessage(address, hex('hello'))).rejects.toEqual(codeOf(InvalidTokenError))
    expect((await keys.getState()).status).toBe('signedOut')
    expect((await keys.syncSession()).status).toBe('signedOut')
    expect((await keys.login(EMAIL)).accounts[0]?.address).toBe(address)
  })

  it('of another address takes the first one’s place', async () => {
    const keys = life.open()
    const ada = await keys.login(EMAIL)
    await keys.startEmail('bob@example.com')
    const bob = await keys.submitCode(life.service.lastCode())
    expect(bob.user?.email).toBe('bob@example.com')
    expect(bob.accounts).not.toEqual(ada.accounts)
    const [family] = life.service.accounts.families
    await vi.waitFor(() => expect(family?.revoked).toBe(true))
  })

  it('of another address locks the key of the one before, also where its own wallet is only brought here', async () => {
    await life.openElsewhere().login(BOB)
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    const walletId = life.walletOf(EMAIL)?.id ?? ''
    const sign = () => keys.vault.sign(walletId, { account: `eip155:1:${address}`, request: message })
    expect(await sign()).not.toBeNull()
    await keys.login(BOB)
    expect(await sign()).toBeNull()
  })

  it('keeps the tokens that were renewed while its wallet was made', async () => {
    const keys = life.open()
    onceAt('before', '/keys/v1/wallets', () => life.clock.advance(601_000))
    expect((await keys.login(EMAIL)).status).toBe('signedIn')
    expect(life.service.calls.filter((call) => call.endsWith(RENEWAL))).toHaveLength(1)
    life.clock.advance(601_000)
    expect((await keys.syncSession()).status).toBe('signedIn')
  })

  it('follows a nonce that the service changes, and a clock that is off', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.vault.lock()
    life.service.rotateNonce()
    expect((await keys.signMessage(address, hex('hello'))).signature).toMatch(/^0x/)
    const skewed = openKeys({
      service: life.service,
      store: createMemoryStore(),
      now: () => life.clock.now() - 3_600_000,
    })
    expect((await skewed.login(EMAIL)).status).toBe('signedIn')
  })
})

describe('two at once', () => {
  it('two devices that log in for the first time together get one wallet', async () => {
    const devices = [life.openElsewhere(), life.openElsewhere()] as const
    const codes: string[] = []
    for (const device of devices) {
      await device.startEmail(EMAIL)
      codes.push(life.service.lastCode())
    }
    const states = await Promise.all(devices.map((device, at) => device.submitCode(codes[at] ?? '')))
    expect(states.map(({ status }) => status)).toEqual(['signedIn', 'signedIn'])
    expect(states[0]?.accounts).toEqual(states[1]?.accounts)
    const address = states[0]?.accounts[0]?.address ?? ''
    const signatures = await Promise.all(devices.map((device) => device.signMessage(address, hex('one'))))
    expect(signatures[0]).toEqual(signatures[1])
  })

  it('a call that is under way while another tab signs somebody else in is not made again with their tokens', async () => {
    const [first, second] = [life.open(), life.open()]
    await first.login(EMAIL)
    let asked = 0
    life.service.setFault(async (at, { method, path }) => {
      if (at !== 'before' || method !== 'GET' || !path.endsWith('/session')) return
      asked += 1
      if (asked === 1) await second.login('bob@example.com')
    })
    await first.syncSession()
    expect(asked).toBe(1)
    expect((await second.getState()).user?.email).toBe('bob@example.com')
  })

  it('what the service says of one person is not written over the session of another', async () => {
    const [first, second] = [life.open(), life.open()]
    await first.login(EMAIL)
    onceAt('after', '/session', () => second.login(BOB))
    await first.syncSession()
    expect(await second.getState()).toMatchObject({ status: 'signedIn', user: { email: BOB } })
  })

  it('a session that has ended takes along none that another tab has begun meanwhile', async () => {
    const [first, second] = [life.open(), life.open()]
    await first.login(EMAIL)
    life.clock.advance(601_000)
    const [family] = life.service.accounts.families
    onceAt('before', RENEWAL, async () => {
      family?.old.add(family.refresh)
      await second.login(BOB)
    })
    await first.syncSession()
    expect(await second.getState()).toMatchObject({ status: 'signedIn', user: { email: BOB } })
  })

  it('a sign-out in one tab locks the other', async () => {
    stopTime()
    const [first, second] = [life.open(), life.open()]
    const address = (await first.login(EMAIL)).accounts[0]?.address ?? ''
    await second.signMessage(address, hex('hello'))
    await first.signOut()
    await second.keys.tabChanged()
    expect(second.states.at(-1)?.status).toBe('signedOut')
    const { keysets } = life.walletOf(EMAIL) ?? {}
    expect(keysets?.size).toBe(0)
    await expect(second.signMessage(address, hex('hello'))).rejects.toEqual(codeOf(SignedOutError))
  })
})

describe('sign-out', () => {
  it('leaves no key unlocked by a signature that came in between', async () => {
    let between: () => Promise<unknown> = async () => undefined
    const clear = async () => {
      await between()
      await life.store.clear()
    }
    const keys = life.open({ store: { ...life.store, clear } })
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    const walletId = life.walletOf(EMAIL)?.id ?? ''
    between = () => keys.signMessage(address, hex('hello'))
    await keys.signOut()
    expect(await keys.vault.sign(walletId, { account: `eip155:1:${address}`, request: message })).toBeNull()
  })

  it('in one tab, and somebody else signing in there, locks the other', async () => {
    const [first, second] = [life.open(), life.open()]
    const address = (await first.login(EMAIL)).accounts[0]?.address ?? ''
    const walletId = life.walletOf(EMAIL)?.id ?? ''
    await second.keys.tabChanged()
    await second.signMessage(address, hex('hello'))
    await first.signOut()
    await first.login('bob@example.com')
    await second.keys.tabChanged()
    expect(await second.vault.sign(walletId, { account: `eip155:1:${address}`, request: message })).toBeNull()
  })

  it('wipes the partition, revokes the session and deletes the share of the service', async () => {
    stopTime()
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.signOut()
    for (const name of ['device', 'session', 'challenge', 'share'] as const) {
      expect(await life.store.get(name)).toBeUndefined()
    }
    expect(life.walletOf(EMAIL)?.keysets.size).toBe(0)
    expect([...life.service.accounts.families].every((family) => family.revoked)).toBe(true)
    await expect(keys.signMessage(address, hex('hello'))).rejects.toEqual(codeOf(SignedOutError))
    expect((await keys.login(EMAIL)).accounts[0]?.address).toBe(address)
  })

  it('wipes the partition while the service is down, and with an access token that has expired', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    life.service.setFault(network)
    await keys.signOut()
    expect((await keys.getState()).status).toBe('signedOut')
    life.heal()
    await keys.login(EMAIL)
    life.clock.advance(601_000)
    await keys.signOut()
    expect(life.walletOf(EMAIL)?.keysets.size).toBe(1)
  })

  it('may be asked for by nobody', async () => {
    await expect(life.open().signOut()).resolves.toEqual({})
  })

  it('overtakes a login: nothing is stored afterwards', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    life.service.setFault(async (when, { path }) => {
      if (when === 'after' && path.endsWith('/verify')) await keys.signOut()
    })
    await expect(keys.submitCode(life.service.lastCode())).rejects.toThrow()
    life.heal()
    expect((await keys.getState()).status).toBe('signedOut')
    expect(await life.store.get('session')).toBeUndefined()
    expect(await life.store.get('share')).toBeUndefined()
  })
})

describe('what leaves the document', () => {
  it('is nothing that a reader of storage or of the service could sign with', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    const stored = JSON.stringify([
      await life.store.get('session'),
      await life.store.get('share'),
      await life.store.get('challenge'),
    ])
    expect(stored).not.toContain(EMAIL)
    const family = [...life.service.accounts.families][0]
    expect(stored).not.toContain(family?.refresh)
    const device = (await life.store.get('device')) as { proofKey: CryptoKeyPair; wrappingKey: CryptoKey }
    expect([device.proofKey.privateKey.extractable, device.wrappingKey.extractable]).toEqual([false, false])
  })
})

describe('the e-mail address for a site', () => {
  const OTHER = 'http://other.localhost:5173'
  const serveSharing = () =>
    life.service.add(shareEmail, ({ hostOrigin, email }, { family }) => {
      if (!family?.user.grants.includes(hostOrigin)) return refuse(OriginNotAllowedError)
      if (family.user.email !== email) return refuse(EmailReplacedError)
      family.emailSharedWith.push(hostOrigin)
      return life.service.accounts.sessionOf(family)
    })

  it('is known to the very site that asked, after a reload too; its neighbour in the partition asks by itself', async () => {
    serveSharing()
    const keys = life.open()
    expect((await keys.login(EMAIL)).emailShared).toBe(false)
    expect((await keys.call('shareEmail', { email: EMAIL })).emailShared).toBe(true)
    expect((await life.open().getState()).emailShared).toBe(true)
    const other = life.open({ hostOrigin: OTHER })
    expect(await other.getState()).toMatchObject({ granted: false, emailShared: false })
    await expect(other.call('shareEmail', { email: EMAIL })).rejects.toEqual(codeOf(OriginNotAllowedError))
  })

  it('is gone with the next look at the service when it was taken back, and with the sign-out', async () => {
    serveSharing()
    const keys = life.open()
    await keys.login(EMAIL)
    await keys.call('shareEmail', { email: EMAIL })
    for (const family of life.service.accounts.families) family.emailSharedWith = []
    expect((await keys.syncSession()).emailShared).toBe(false)
    await keys.call('shareEmail', { email: EMAIL })
    await keys.signOut()
    expect((await keys.login(EMAIL)).emailShared).toBe(false)
  })

  it('is not given out in the place of another one', async () => {
    serveSharing()
    const keys = life.open()
    await keys.login(EMAIL)
    await expect(keys.call('shareEmail', { email: 'bob@example.com' })).rejects.toEqual(
      codeOf(EmailReplacedError),
    )
    expect((await keys.getState()).emailShared).toBe(false)
  })
})
