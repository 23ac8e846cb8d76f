import {
  DeviceGoneError,
  DeviceRejectedError,
  EmailChangeGoneError,
  EmailTakenError,
  MailUnavailableError,
  ServiceUnreachableError,
  WrongCodeError,
} from '@latchkey/protocol/http'
import { NoChallengeError, NothingPendingError, SignedOutError } from '@latchkey/protocol/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { refuse } from './testing/fakeProofs.ts'
import { codeOf, EMAIL, type Life, startLife } from './testing/life.ts'
import { WALLET_ORIGIN } from './testing/openKeys.ts'

let life: Life
const NEW = 'ada@new.example'

beforeEach(async () => {
  life = await startLife()
})

/** The person answers from the mailbox. */
function answer(value: 'approved' | 'rejected') {
  const request = [...life.service.accounts.requests.values()].at(-1)
  if (request) request.answer = value
}

describe('device verification', () => {
  beforeEach(() => {
    life.service.accounts.settings.verifyDevices = true
  })

  it('R4-26 R4-29 comes before the code, and the code has eight characters', async () => {
    const keys = life.open()
    expect(await keys.startEmail(EMAIL)).toEqual({ action: 'VERIFY_DEVICE', challenge: null })
    const asked = await keys.getState()
    expect(asked).toMatchObject({ status: 'awaitingDevice', challenge: null })
    expect(asked.device?.number).toMatch(/^[0-9]{2}$/)
    await expect(keys.submitCode('123456')).rejects.toEqual(codeOf(NoChallengeError))
    expect((await keys.call('checkDevice', {})).status).toBe('awaitingDevice')
    expect(life.service.accounts.mails).toEqual([])
    answer('approved')
    const approved = await keys.call('checkDevice', {})
    expect(approved).toMatchObject({ status: 'awaitingCode', device: null, challenge: { codeLength: 8 } })
    expect((await keys.submitCode(life.service.lastCode())).status).toBe('signedIn')
  })

  it('survives a reload at each step, with the same number and no second mail', async () => {
    await life.open().startEmail(EMAIL)
    const before = await life.open().getState()
    expect((await life.open().startEmail(EMAIL)).action).toBe('VERIFY_DEVICE')
    expect(await life.open().getState()).toEqual(before)
    expect(life.service.accounts.requests.size).toBe(1)
    answer('approved')
    await life.open().call('checkDevice', {})
    expect((await life.open().call('checkDevice', {})).status).toBe('awaitingCode')
    expect(life.service.accounts.mails).toHaveLength(1)
    expect((await life.open().submitCode(life.service.lastCode())).status).toBe('signedIn')
  })

  it('sends the request again with a new number', async () => {
    const keys = life.open()
    await expect(keys.call('resendDevice', {})).rejects.toEqual(codeOf(NothingPendingError))
    await keys.startEmail(EMAIL)
    const { device } = await keys.getState()
    expect((await keys.call('resendDevice', {})).device?.number).not.toBe(device?.number)
    await expect(keys.resendCode()).rejects.toEqual(codeOf(NoChallengeError))
  })

  it('that is refused from the mailbox ends here too', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    answer('rejected')
    await expect(keys.call('checkDevice', {})).rejects.toEqual(codeOf(DeviceRejectedError))
    expect((await keys.getState()).status).toBe('signedOut')
    await expect(keys.call('checkDevice', {})).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('that nobody answers ends with its time', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    life.clock.advance(600_001)
    await expect(keys.call('checkDevice', {})).rejects.toEqual(codeOf(DeviceGoneError))
    expect((await keys.getState()).status).toBe('signedOut')
  })

  it('goes on when the mail with the code could not be sent', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    answer('approved')
    let sent = 0
    life.service.setFault((when, { path }) =>
      when === 'before' && path.endsWith('/device/check') && sent++ === 0
        ? refuse(MailUnavailableError)
        : undefined,
    )
    await expect(keys.call('checkDevice', {})).rejects.toEqual(codeOf(MailUnavailableError))
    expect((await keys.call('checkDevice', {})).status).toBe('awaitingCode')
  })

  it('is not another site’s, and can be given up', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    const other = life.open({ hostOrigin: 'http://other.localhost:5173' })
    await expect(other.call('checkDevice', {})).rejects.toEqual(codeOf(NothingPendingError))
    expect((await keys.call('cancelLogin', {})).status).toBe('signedOut')
    await expect(keys.call('checkDevice', {})).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('an answer that comes after the person asked for another address changes nothing', async () => {
    const keys = life.open()
    await keys.startEmail(EMAIL)
    answer('approved')
    life.service.setFault(async (when, { path }) => {
      if (when !== 'before' || !path.endsWith('/device/check')) return
      life.heal()
      await keys.startEmail('bob@example.com')
    })
    const state = await keys.call('checkDevice', {})
    expect(state).toMatchObject({ status: 'awaitingDevice', device: { emailHint: 'b•••@example.com' } })
  })
})

describe('the account page', () => {
  it('R5-26 always asks for the long code, and asks again for somebody who is signed in', async () => {
    const page = life.open({ hostOrigin: WALLET_ORIGIN })
    expect((await page.startEmail(EMAIL)).challenge?.codeLength).toBe(8)
    const { accounts } = await page.submitCode(life.service.lastCode())
    expect((await page.startEmail(EMAIL)).action).toBe('VERIFY_OTP')
    expect((await page.getState()).status).toBe('signedIn')
    expect((await page.submitCode(life.service.lastCode())).accounts).toEqual(accounts)
  })
})

describe('a change of the e-mail address', () => {
  it('R4-32 R4-33 R4-34 asks for the code of the present address, then of the new one', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    const started = await keys.call('startEmailChange', { email: NEW })
    expect(started).toMatchObject({ action: 'VERIFY_PRIMARY_OTP', challenge: { codeLength: 8 } })
    const code = life.service.lastCode()
    expect(await keys.call('submitEmailChange', { code })).toMatchObject({ next: 'VERIFY_SECONDARY_OTP' })
    expect(life.service.accounts.mails.map(({ email }) => email)).toEqual([EMAIL, EMAIL, NEW])
    const done = await keys.call('submitEmailChange', { code: life.service.lastCode() })
    expect(done).toMatchObject({ next: 'DONE', newEmail: NEW, state: { status: 'signedIn' } })
    expect((await life.open().getState()).user?.email).toBe(NEW)
    expect(await life.open().startEmail(NEW)).toEqual({ action: 'CONNECT', challenge: null })
  })

  it('begins with the new address where the account has none', async () => {
    const keys = life.open()
    await keys.call('startSocial', { provider: 'x', mode: 'popup', purpose: 'login' })
    await keys.call('finishSocial', { uri: life.service.social.consent('ada') })
    const { action } = await keys.call('startEmailChange', { email: NEW })
    expect(action).toBe('VERIFY_SECONDARY_OTP')
    const done = await keys.call('submitEmailChange', { code: life.service.lastCode() })
    expect(done).toMatchObject({ next: 'DONE', newEmail: NEW })
  })

  it('survives a reload: the same address goes on with it, without a new mail', async () => {
    await life.open().login(EMAIL)
    await life.open().call('startEmailChange', { email: NEW })
    await life.open().call('submitEmailChange', { code: life.service.lastCode() })
    const { action } = await life.open().call('startEmailChange', { email: NEW })
    expect([action, life.service.accounts.mails.length]).toEqual(['VERIFY_SECONDARY_OTP', 3])
  })

  it('keeps going after a wrong code, and sends another one when asked', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    await keys.call('startEmailChange', { email: NEW })
    const wrong = life.service.lastCode() === '00000000' ? '00000001' : '00000000'
    await expect(keys.call('submitEmailChange', { code: wrong })).rejects.toEqual(codeOf(WrongCodeError))
    const before = life.service.lastCode()
    await keys.call('resendEmailChange', {})
    await expect(keys.call('submitEmailChange', { code: before })).rejects.toEqual(codeOf(WrongCodeError))
    expect(await keys.call('submitEmailChange', { code: life.service.lastCode() })).toMatchObject({
      next: 'VERIFY_SECONDARY_OTP',
    })
  })

  it('that was made says so when the code is given again: the first answer may have been lost', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    await keys.call('startEmailChange', { email: NEW })
    await keys.call('submitEmailChange', { code: life.service.lastCode() })
    const code = life.service.lastCode()
    life.service.setFault((when, { path }) => {
      if (when === 'after' && path.endsWith('/secondary')) throw new TypeError('Failed to fetch')
    })
    await expect(keys.call('submitEmailChange', { code })).rejects.toEqual(codeOf(ServiceUnreachableError))
    life.service.setFault((when, { path }) => {
      if (when === 'before' && path.endsWith('/session')) throw new TypeError('Failed to fetch')
    })
    // Until the service tells the address, nobody knows: the change is not given up.
    await expect(keys.call('submitEmailChange', { code })).rejects.toEqual(codeOf(ServiceUnreachableError))
    life.heal()
    const done = await keys.call('submitEmailChange', { code })
    expect(done).toMatchObject({ next: 'DONE', newEmail: NEW, state: { user: { email: NEW } } })
    await expect(keys.call('submitEmailChange', { code })).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('that is over is not said to be made where notices went to that address before', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    const { accounts } = life.service
    const user = accounts.users.get(EMAIL)
    if (user) user.email = null
    const { action } = await keys.call('startEmailChange', { email: NEW })
    expect(action).toBe('VERIFY_SECONDARY_OTP')
    if (user) user.email = NEW
    await keys.syncSession()
    life.service.setFault((when, { path }) =>
      when === 'before' && path.endsWith('/secondary') ? refuse(EmailChangeGoneError) : undefined,
    )
    const code = life.service.lastCode()
    await expect(keys.call('submitEmailChange', { code })).rejects.toEqual(codeOf(EmailChangeGoneError))
  })

  it('ends when the new address belongs to somebody else', async () => {
    await life.openElsewhere().login(NEW)
    const keys = life.open()
    await keys.login(EMAIL)
    await keys.call('startEmailChange', { email: NEW })
    await keys.call('submitEmailChange', { code: life.service.lastCode() })
    const code = life.service.lastCode()
    await expect(keys.call('submitEmailChange', { code })).rejects.toEqual(codeOf(EmailTakenError))
    await expect(keys.call('submitEmailChange', { code })).rejects.toEqual(codeOf(NothingPendingError))
    expect((await keys.syncSession()).user?.email).toBe(EMAIL)
  })

  it('ends after fifteen minutes, with a sign-out, and is not offered to a site that is not connected', async () => {
    const keys = life.open()
    await expect(keys.call('startEmailChange', { email: NEW })).rejects.toEqual(codeOf(SignedOutError))
    await keys.login(EMAIL)
    const other = life.open({ hostOrigin: 'http://other.localhost:5173' })
    await expect(other.call('startEmailChange', { email: NEW })).rejects.toEqual(codeOf(SignedOutError))
    await keys.call('startEmailChange', { email: NEW })
    life.clock.advance(900_001)
    await expect(keys.call('resendEmailChange', {})).rejects.toEqual(codeOf(NothingPendingError))
    await keys.call('startEmailChange', { email: NEW })
    await keys.signOut()
    await keys.login(EMAIL)
    await expect(keys.call('resendEmailChange', {})).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('is that of the site and the person that began it, and of no other', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    await keys.call('startEmailChange', { email: NEW })
    const code = life.service.lastCode()
    const gone = codeOf(NothingPendingError)
    const other = life.open({ hostOrigin: 'http://other.localhost:5173' })
    await other.login(EMAIL)
    await expect(other.call('submitEmailChange', { code })).rejects.toEqual(gone)
    await keys.login('bob@example.com')
    await expect(keys.call('submitEmailChange', { code })).rejects.toEqual(gone)
    expect(life.service.calls.some((call) => call.endsWith('/primary'))).toBe(false)
  })

  it('a code serves its own step alone', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    await keys.call('startEmailChange', { email: NEW })
    const code = life.service.lastCode()
    await keys.call('submitEmailChange', { code })
    await expect(keys.call('submitEmailChange', { code })).rejects.toEqual(codeOf(WrongCodeError))
  })
})
