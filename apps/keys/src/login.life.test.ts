import { MailUnavailableError, ServiceUnreachableError, WrongCodeError } from '@latchkey/protocol/http'
import { NoChallengeError, RoundTripError } from '@latchkey/protocol/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { CancelledError } from './errors/keysErrors.ts'
import type { RecordStore } from './storage/recordStore.ts'
import { refuse } from './testing/fakeProofs.ts'
import { codeOf, EMAIL, hex, type Life, startLife } from './testing/life.ts'

let life: Life

beforeEach(async () => {
  life = await startLife()
})

describe('a first login', () => {
  it('R1-3 R4-25 sends a code, makes a wallet, proves the round trip and signs in', async () => {
    const keys = life.open()
    expect((await keys.getState()).status).toBe('signedOut')
    const started = await keys.startEmail(EMAIL)
    expect(started.action).toBe('VERIFY_OTP')
    expect((await keys.getState()).status).toBe('awaitingCode')
    const state = await keys.submitCode(life.service.lastCode())
    expect(state).toMatchObject({ status: 'signedIn', granted: true, challenge: null })
    expect(state.user?.email).toBe(EMAIL)
    const wallet = life.walletOf(EMAIL)
    expect(wallet?.status).toBe('active')
    expect(state.accounts).toEqual(wallet?.accounts)
    expect(keys.states.at(-1)).toEqual(state)
  })

  it('refuses a wrong code, keeps the challenge, and takes the right one', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    const wrong = life.service.lastCode() === '000000' ? '000001' : '000000'
    await expect(keys.submitCode(wrong)).rejects.toEqual(codeOf(WrongCodeError))
    expect((await keys.getState()).status).toBe('awaitingCode')
    expect((await keys.submitCode(life.service.lastCode())).status).toBe('signedIn')
  })

  it('survives a reload between the mail and the code, and sends no second mail', async () => {
    await life.open().startEmail(EMAIL)
    const reloaded = life.open()
    const again = await reloaded.startEmail(EMAIL)
    expect(again.challenge).toEqual((await reloaded.getState()).challenge)
    expect(life.service.accounts.mails).toHaveLength(1)
    expect((await reloaded.submitCode(life.service.lastCode())).status).toBe('signedIn')
  })

  it('asks for a new mail on resend, and after three wrong codes', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    await keys.startEmail(EMAIL, true)
    await keys.resendCode()
    expect(life.service.accounts.mails).toHaveLength(3)
    const wrong = life.service.lastCode() === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 3; tries++) await expect(keys.submitCode(wrong)).rejects.toThrow()
    await keys.startEmail(EMAIL)
    expect(life.service.accounts.mails).toHaveLength(4)
  })

  it('has no challenge before a mail was asked for, nor for another site of the same partition', async () => {
    await expect(life.open().submitCode('123456')).rejects.toEqual(codeOf(NoChallengeError))
    await expect(life.open().resendCode()).rejects.toEqual(codeOf(NoChallengeError))
    await life.open().startEmail(EMAIL)
    const other = life.open({ hostOrigin: 'http://other.localhost:5173' })
    await expect(other.submitCode(life.service.lastCode())).rejects.toEqual(codeOf(NoChallengeError))
  })

  it('passes on that the mail cannot be sent', async () => {
    life.service.setFault((when) => (when === 'before' ? refuse(MailUnavailableError) : undefined))
    await expect(life.open().startEmail(EMAIL)).rejects.toEqual(codeOf(MailUnavailableError))
  })

  it('runs one login at a time', async () => {
    const keys = life.open()
    await Promise.all([keys.startEmail(EMAIL), keys.startEmail(EMAIL)])
    expect(life.service.accounts.mails).toHaveLength(1)
  })
})

describe('a stop in the middle', () => {
  it.each([
    ['/keys/v1/wallets', 'before'],
    ['/keys/v1/wallets', 'after'],
    ['/release', 'before'],
    ['/release', 'after'],
    ['/confirm', 'before'],
    ['/confirm', 'after'],
  ] as const)('at %s (%s) is healed by trying the same code again', async (suffix, when) => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    life.crashAt(suffix, when)
    await expect(keys.submitCode(life.service.lastCode())).rejects.toEqual(codeOf(ServiceUnreachableError))
    expect((await keys.getState()).status).toBe('awaitingCode')
    life.heal()
    const state = await keys.submitCode(life.service.lastCode())
    expect(state.status).toBe('signedIn')
    expect(life.service.accounts.mails).toHaveLength(1)
    const signed = await keys.signMessage(state.accounts[0]?.address ?? '', hex('hello'))
    expect(signed.signature).toMatch(/^0x/)
  })

  it('between create and confirm: the pending wallet is discarded by a login on another device and made anew', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    life.crashAt('/confirm', 'before')
    await expect(keys.submitCode(life.service.lastCode())).rejects.toThrow()
    life.heal()
    const pending = life.walletOf(EMAIL)
    expect(pending?.status).toBe('pending')
    const state = await life.openElsewhere().login(EMAIL)
    expect(state.status).toBe('signedIn')
    const wallet = life.walletOf(EMAIL)
    expect(wallet?.status).toBe('active')
    expect(wallet?.id).not.toBe(pending?.id)
  })

  it('goes on too late: only a new code helps', async () => {
    await life.openElsewhere().login(EMAIL)
    const keys = life.open()
    await keys.startEmail(EMAIL)
    life.crashAt('/recover', 'before')
    await expect(keys.submitCode(life.service.lastCode())).rejects.toThrow()
    life.heal()
    life.clock.advance(301_000)
    await expect(keys.submitCode(life.service.lastCode())).rejects.toThrow('already used or replaced')
    const state = await keys.login(EMAIL)
    expect(state.status).toBe('signedIn')
  })

  it('a share that the service damages before the proof: the wallet never becomes active', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    life.service.setFault((when, { path }) => {
      const keyset = [...(life.walletOf(EMAIL)?.keysets.values() ?? [])][0]
      if (when === 'before' && path.endsWith('/release') && keyset)
        keyset.share[3] = (keyset.share[3] ?? 0) ^ 1
    })
    await expect(keys.submitCode(life.service.lastCode())).rejects.toEqual(codeOf(RoundTripError))
    expect(life.walletOf(EMAIL)).toBeNull()
  })
})

describe('another tab that signs somebody else in meanwhile', () => {
  const BOB = 'bob@example.com'

  /** Has somebody else sign in, in another tab, when the first call comes whose path ends so. */
  async function overtake(suffix: string, when: 'before' | 'after') {
    const [first, second] = [life.open(), life.open()]
    await first.startEmail(EMAIL)
    const code = life.service.lastCode()
    let isOvertaken = false
    life.service.setFault(async (at, { path }) => {
      if (isOvertaken || at !== when || !path.endsWith(suffix)) return
      isOvertaken = true
      await second.login(BOB)
    })
    await expect(first.submitCode(code)).rejects.toEqual(codeOf(CancelledError))
    return second
  }

  it.each([
    ['/keys/v1/wallets', 'before'],
    ['/keys/v1/wallets', 'after'],
    ['/release', 'before'],
    ['/release', 'after'],
    ['/confirm', 'after'],
  ] as const)(
    'at %s (%s): the login that was overtaken ends, and that person stays signed in',
    async (suffix, when) => {
      const tab = await overtake(suffix, when)
      const bob = await tab.getState()
      expect(bob).toMatchObject({ status: 'signedIn', user: { email: BOB } })
      expect(bob.accounts).toEqual(life.walletOf(BOB)?.accounts)
      const signed = await tab.signMessage(bob.accounts[0]?.address ?? '', hex('hello'))
      expect(signed.signature).toMatch(/^0x/)
      // Whose login was overtaken signs in anew.
      const ada = await life.openElsewhere().login(EMAIL)
      expect(ada).toMatchObject({ status: 'signedIn', user: { email: EMAIL } })
    },
  )

  it('as soon as the login is on record: nothing of its wallet is asked for with the tokens of that person', async () => {
    const second = life.open()
    let isOvertaken = false
    let asked = 0
    const update: RecordStore['update'] = async (record, next) => {
      const stored = await life.store.update(record, next)
      if (record === 'session' && !isOvertaken) {
        isOvertaken = true
        await second.login(BOB)
        asked = ofWallets().length
      }
      return stored
    }
    const ofWallets = () => life.service.calls.filter((call) => call.includes('/keys/v1/'))
    const first = life.open({ store: { ...life.store, update } })
    await expect(first.login(EMAIL)).rejects.toEqual(codeOf(CancelledError))
    expect(ofWallets()).toHaveLength(asked)
    expect(asked).toBeGreaterThan(0)
  })

  it('while a wallet is brought onto the device: that person stays signed in', async () => {
    await life.openElsewhere().login(EMAIL)
    const tab = await overtake('/recover', 'after')
    expect(await tab.getState()).toMatchObject({ status: 'signedIn', user: { email: BOB } })
  })
})
