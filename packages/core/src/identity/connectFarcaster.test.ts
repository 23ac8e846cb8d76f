import { BaseError } from '@latchkey/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { connected } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connectFarcaster, leaveFarcaster } from './connectSignedIn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tick = () => vi.advanceTimersByTimeAsync(0)
const URL = 'https://wallet.example/farcaster#flow'
const account = ({ config }: ReturnType<typeof testConfig>) => accountOf(config.accounts, 'eip155')

async function begin() {
  const made = testConfig()
  const controller = new AbortController()
  const work = connectFarcaster(made.config, { signal: controller.signal })
  await tick()
  made.wallet.take('farcasterUrl').resolve(URL)
  await tick()
  return { ...made, work, controller }
}

it('R3-16 R1-4 names the sign-in, waits for the app, then connects', async () => {
  const made = await begin()
  expect(account(made).farcasterUrl).toBe(URL)
  made.wallet.take('promptFarcaster').resolve()
  await tick()
  made.wallet.take('connect').resolve({ ...connected(), user: { username: 'ada.eth' } })
  await made.work
  expect(account(made)).toMatchObject({
    status: 'connected',
    socialProvider: 'farcaster',
    user: { username: 'ada.eth' },
  })
  expect(account(made).farcasterUrl).toBeUndefined()
  expect(made.config.storage.get(STORAGE_KEYS.socialUsername)).toBe('ada.eth')
  leaveFarcaster(made.config)
  await tick()
  expect(made.wallet.waiting).toEqual([])
})

it('R2-45 R2-46 leaving while not connected clears the url and loads the wallet anew', async () => {
  const made = await begin()
  const failed = expect(made.work).rejects.toThrow()
  made.controller.abort()
  leaveFarcaster(made.config)
  await tick()
  await failed
  expect(account(made).farcasterUrl).toBeUndefined()
  expect(made.wallet.take('reload')).toBeDefined()
})

it('what the wallet rejects with connects nobody', async () => {
  const made = await begin()
  made.wallet.take('promptFarcaster').reject(new BaseError(4123, 'Expired.'))
  await expect(made.work).rejects.toMatchObject({ code: 4123 })
  expect(account(made).status).toBe('disconnected')
  expect(made.config.storage.get(STORAGE_KEYS.emailLoginUsed)).toBeUndefined()
})

it('leaving a page without such a wallet does nothing', () => {
  const made = testConfig({ connectors: [] })
  expect(() => leaveFarcaster(made.config)).not.toThrow()
})
