import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import type { CallsAbility } from '../interfaces/Swap.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { mainnet, testConfig } from '../testing/testConfig.ts'
import { followBatch } from './followBatch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const calls = {
  status: (id: string) => ({ method: 'wallet_getCallsStatus', params: [id] }),
  readStatus: (answer: unknown) => answer,
} as unknown as CallsAbility
const show = (visibilityState: 'hidden' | 'visible') => vi.stubGlobal('document', { visibilityState })

async function follow() {
  const { config, wallet } = testConfig()
  await connectFake(wallet, connect(config, { connectorId: 'fake' }))
  const outcome = followBatch(config, { calls, network: mainnet, id: '0xb' }).then(
    ({ status }) => status,
    (error: { code?: number }) => error.code ?? 'unknown',
  )
  await vi.advanceTimersByTimeAsync(0)
  return { wallet, outcome, next: () => vi.advanceTimersByTimeAsync(2_000) }
}

it('a page that was hidden for an hour asks the wallet once it is seen again', async () => {
  const { wallet, outcome, next } = await follow()
  wallet.take('request').resolve('pending')
  show('hidden')
  await vi.advanceTimersByTimeAsync(3_600_000)
  show('visible')
  await next()
  wallet.take('request').resolve('success')
  expect(await outcome).toBe('success')
})

it('an answer that fails, as while the device is offline, is no end', async () => {
  const { wallet, outcome, next } = await follow()
  for (let count = 0; count < 4; count++) {
    wallet.take('request').reject(new Error('offline'))
    await next()
  }
  wallet.take('request').resolve('success')
  expect(await outcome).toBe('success')
})

it('a wallet that never tells, or only fails, is asked no longer', async () => {
  const failing = await follow()
  for (let count = 0; count < 5; count++) {
    failing.wallet.take('request').reject(Object.assign(new Error('not known'), { code: 4200 }))
    await failing.next()
  }
  expect(await failing.outcome).toBe(4200)
  const silent = await follow()
  for (let count = 0; count < 90; count++) {
    silent.wallet.take('request').resolve('pending')
    await silent.next()
  }
  expect(await silent.outcome).toBe('unknown')
})
