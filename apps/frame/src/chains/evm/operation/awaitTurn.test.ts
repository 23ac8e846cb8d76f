import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { expect, test } from 'vitest'
import { fakeChain, fakeFrame, testAddress } from '../../../testing/fakeFrame.ts'
import { smartConfig } from '../../../testing/worldFrame.ts'
import { awaitTurn, rememberOperation } from './readOperation.ts'

const smart = safeAccount.addressOf(testAddress)
const hour = 3_600_000
const now = 1_790_000_000_000

test('a clock that was set back by an hour does not hold the account up for an hour', async () => {
  const chain = fakeChain(() => null)
  const frame = fakeFrame({ config: smartConfig, chain, now: () => now + hour })
  rememberOperation(frame, smart, { chainId: 31337, userOpHash: `0x${'1'.repeat(64)}`, sinceBlock: 1n })
  const later = { ...frame, now: () => now }
  const { signal } = new AbortController()
  expect(await awaitTurn(later, 31337, smart, safeAccount.entryPoint, signal)).toBe(true)
})

test('an operation that the bundler says it has is waited for, though its hash alone finds nothing', async () => {
  const states = ['submitted', 'not_submitted', 'not_found']
  const chain = fakeChain(({ method }) => {
    if (method === 'eth_getLogs') return []
    return method === 'pimlico_getUserOperationStatus' ? { status: states.shift() } : null
  })
  const frame = fakeFrame({ config: smartConfig, chain, now: () => now })
  rememberOperation(frame, smart, { chainId: 31337, userOpHash: `0x${'1'.repeat(64)}`, sinceBlock: 1n })
  const later = { ...frame, now: () => now + 60_000 }
  const { signal } = new AbortController()
  expect(await awaitTurn(later, 31337, smart, safeAccount.entryPoint, signal)).toBe(true)
  expect(states).toEqual([])
})
