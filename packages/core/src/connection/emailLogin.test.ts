import { BaseError } from '@latchkey/errors'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { connected } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { completeEmailLogin, emailConnector, emailCooldown, isEmail, startEmailLogin } from './emailLogin.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Made = ReturnType<typeof testConfig>
const start = ({ config }: Made, email = 'me@example.com') => startEmailLogin(config, { email })
const sent = { action: 'VERIFY_OTP', emailHint: 'm•••@example.com' } as const

async function startAndSend(made: Made) {
  const work = start(made)
  made.wallet.take('email').resolve(sent)
  return work
}

describe('startEmailLogin', () => {
  it('R4-25 R3-76 R3-79 sends a code, and keeps the hint and the time, never the address', async () => {
    const made = testConfig()
    expect(await startAndSend(made)).toEqual(sent)
    const kept = Object.values(STORAGE_KEYS).map((key) => made.config.storage.get(key))
    expect(kept).toContain('m•••@example.com')
    expect(kept).not.toContain('me@example.com')
    expect(made.config.storage.get(STORAGE_KEYS.lastEmailLoginTime)).toBe(String(Date.now()))
  })
  it('R5-1 R9-1 a second trigger within 30 s is refused with the seconds left, rounded up', async () => {
    const made = testConfig()
    await startAndSend(made)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 29_999 }), async (after) => {
        const now = Number(made.config.storage.get(STORAGE_KEYS.lastEmailLoginTime)) + after
        vi.setSystemTime(now)
        const seconds = Math.ceil((30_000 - after) / 1000)
        await expect(start(made)).rejects.toMatchObject({
          shortMessage: `Please try again after ${seconds} seconds`,
          data: { retryAfter: seconds },
        })
      }),
    )
  })
  it('R9-1 another code may be asked for after 30 s', async () => {
    const made = testConfig()
    await startAndSend(made)
    vi.setSystemTime(Date.now() + 30_000)
    expect(emailCooldown(made.config)).toBe(0)
    await startAndSend(made)
  })
  it('R5-1 a second click while the first is on its way is a second trigger', async () => {
    const made = testConfig()
    const first = start(made)
    await expect(start(made)).rejects.toThrow('Please try again after 30 seconds')
    made.wallet.take('email').resolve(sent)
    await first
  })
  it('a clock that was set back does not lock the visitor out', () => {
    const made = testConfig()
    made.config.storage.set(STORAGE_KEYS.lastEmailLoginTime, String(Date.now() + 86_400_000))
    expect(emailCooldown(made.config)).toBe(0)
  })
  it('a mail that could not be sent may be asked for again at once', async () => {
    const made = testConfig()
    const work = start(made)
    made.wallet.take('email').reject(new BaseError(4106, 'We could not send the mail.'))
    await expect(work).rejects.toMatchObject({ code: 4106 })
    expect(emailCooldown(made.config)).toBe(0)
  })
  it('R5-2 the wait that the service asks for is shown in the same words', async () => {
    const made = testConfig()
    const work = start(made)
    made.wallet.take('email').reject(new BaseError(4100, 'Please wait', { data: { retryAfter: 12 } }))
    await expect(work).rejects.toThrow('Please try again after 12 seconds')
    expect(emailCooldown(made.config)).toBe(12)
  })
  it.each(['', 'me', 'me@', '@example.com', 'me@example', 'a b@example.com', 'me@exa mple.com', 'a@b@c.com'])(
    'R5-23 R5-32 refuses %j',
    async (email) => {
      const made = testConfig()
      await expect(start(made, email)).rejects.toThrow('Invalid email')
      expect(made.wallet.waiting).toEqual([])
    },
  )
  it('R5-23 takes addresses, with spaces around them cut', async () => {
    expect(isEmail("o'neil+tag@mail.example.co.uk")).toBe(true)
    const made = testConfig()
    const work = start(made, ' me@example.com ')
    const call = made.wallet.take('email')
    expect(call.params).toMatchObject({ email: 'me@example.com' })
    call.resolve(sent)
    await work
  })
  it('R6-2 R2-25 R8-20 is not offered where the wallet or the page does not have it', async () => {
    const off = testConfig({ features: { email: false } })
    expect(emailConnector(off.config)).toBeUndefined()
    const other = testConfig()
    other.config.networks.setState({ activeId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
    expect(emailConnector(other.config)).toBeUndefined()
    await expect(start(off)).rejects.toThrow('Address or auth connector not found')
  })
})

describe('completeEmailLogin', () => {
  it('R4-31 R1-3 R3-75 asks for the code, then for the user, and remembers the login', async () => {
    const { config, wallet } = testConfig()
    const work = completeEmailLogin(config)
    expect(wallet.waiting.map(({ name }) => name)).toEqual(['promptCode'])
    wallet.take('promptCode').resolve()
    await vi.advanceTimersByTimeAsync(0)
    wallet.take('connect').resolve(connected())
    await work
    expect(accountOf(config.accounts, 'eip155').status).toBe('connected')
    expect(config.storage.get(STORAGE_KEYS.emailLoginUsed)).toBe('true')
    expect(config.notices.getState().toast).toBeUndefined()
  })
  it('R4-27 asks for no code after CONNECT', async () => {
    const { config, wallet } = testConfig()
    const work = completeEmailLogin(config, { prompt: false })
    wallet.take('connect').resolve(connected())
    await work
    expect(accountOf(config.accounts, 'eip155').status).toBe('connected')
  })
  it('a code screen that ends without a sign-in connects nothing', async () => {
    const { config, wallet } = testConfig()
    const work = completeEmailLogin(config)
    wallet.take('promptCode').reject(new BaseError(2011, 'You asked to use another e-mail address.'))
    await expect(work).rejects.toMatchObject({ code: 2011 })
    expect(accountOf(config.accounts, 'eip155').status).toBe('disconnected')
    expect(config.storage.get(STORAGE_KEYS.emailLoginUsed)).toBeUndefined()
  })
  it('R8-15 says so when the account takes its time', async () => {
    const { config, wallet } = testConfig()
    const work = completeEmailLogin(config, { prompt: false })
    await vi.advanceTimersByTimeAsync(300)
    expect(config.notices.getState().toast).toMatchObject({
      kind: 'loading',
      name: 'authenticating',
      message: 'Authenticating...',
    })
    wallet.take('connect').resolve(connected())
    await work
    expect(config.notices.getState().toast).toBeUndefined()
  })
  it('R8-14 an account that cannot be fetched disconnects the wallet and says so', async () => {
    const { config, wallet } = testConfig()
    const work = completeEmailLogin(config, { prompt: false })
    wallet.take('connect').reject(new BaseError(2016, 'Session expired.'))
    await expect(work).rejects.toThrow('A problem occurred while trying initialize authentication')
    expect(wallet.take('disconnect')).toBeDefined()
    expect(config.notices.getState().toast).toMatchObject({ kind: 'error', name: 'signInFailed' })
    expect(accountOf(config.accounts, 'eip155').status).toBe('disconnected')
  })
  it('a visitor who closed it meanwhile hears of no problem', async () => {
    const { config } = testConfig()
    const controller = new AbortController()
    const work = completeEmailLogin(config, { prompt: false, signal: controller.signal })
    controller.abort()
    await expect(work).rejects.toThrow()
    expect(config.notices.getState().toast).toBeUndefined()
    expect(accountOf(config.accounts, 'eip155').status).toBe('disconnected')
  })
})
