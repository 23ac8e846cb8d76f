import { BaseError } from '@latchkey/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testConfig } from '../testing/testConfig.ts'
import { waitForDevice } from './connectSignedIn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

it('R4-29 asks until the mailbox has answered', async () => {
  const { config, wallet } = testConfig()
  const work = waitForDevice(config)
  await tick()
  wallet.take('checkDevice').resolve(false)
  await tick(500)
  expect(wallet.waiting).toEqual([])
  await tick(500)
  wallet.take('checkDevice').resolve(true)
  await work
})

it.each([4131, 4132, 2022])('ends with what the wallet says: %i', async (code) => {
  const { config, wallet } = testConfig()
  const work = expect(waitForDevice(config)).rejects.toMatchObject({ code })
  await tick()
  wallet.take('checkDevice').reject(new BaseError(code, 'No.'))
  await work
})

it('asks no longer when it is aborted', async () => {
  const { config, wallet } = testConfig()
  const controller = new AbortController()
  const work = expect(waitForDevice(config, { signal: controller.signal })).rejects.toMatchObject({
    code: 5008,
  })
  await tick()
  wallet.take('checkDevice').resolve(false)
  await tick()
  controller.abort()
  await work
  expect(wallet.waiting).toEqual([])
})

it('ends by itself when nobody ever answers', async () => {
  const { config, wallet } = testConfig()
  const work = expect(waitForDevice(config)).rejects.toMatchObject({ code: 5035 })
  for (let minute = 0; minute < 12; minute += 1) {
    await tick()
    if (wallet.waiting.length > 0) wallet.take('checkDevice').resolve(false)
    await tick(60_000)
  }
  await work
})
