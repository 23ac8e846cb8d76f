import { describe, expect, test } from 'vitest'
import { openApproval } from '../chains/evm/approvalKinds.ts'
import { accountHandlers } from '../host/account.ts'
import { fakeFrame, signedIn, signedOut, testAddress, testConfig } from '../testing/fakeFrame.ts'
import { warmUpKeys } from './session.ts'

/** A frame that counts what it asks of keys. */
function counting(state = signedIn) {
  const asked: string[] = []
  let now = 0
  let broken = false
  const syncSession = () => {
    asked.push('syncSession')
    if (broken) throw new Error('down')
    return state
  }
  const warmUp = () => {
    asked.push('warmUp')
    return {}
  }
  const frame = fakeFrame({ state, keys: { syncSession, warmUp }, now: () => now })
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    frame,
    asked,
    settled,
    passTime: (ms: number) => {
      now += ms
    },
    breakSync: () => {
      broken = true
    },
  }
}
const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const request = { method: 'personal_sign', params: ['0x48656c6c6f', testAddress], chain }

describe('the session is fresh when a signature comes', () => {
  test('an approval has it checked when that was four minutes ago', async () => {
    const { frame, asked, passTime, settled } = counting()
    await openApproval(frame, request)
    await settled()
    passTime(239_999)
    await openApproval(frame, request)
    await settled()
    expect(asked).toEqual(['syncSession'])
    passTime(1)
    await openApproval(frame, request)
    await settled()
    expect(asked).toEqual(['syncSession', 'syncSession'])
  })

  test('a check at the start counts, one that failed does not', async () => {
    const { frame, asked, settled, breakSync, passTime } = counting()
    await accountHandlers.isConnected(frame)()
    await openApproval(frame, request)
    await settled()
    expect(asked).toEqual(['syncSession'])
    breakSync()
    passTime(300_000)
    await openApproval(frame, request)
    await settled()
    await openApproval(frame, request)
    await settled()
    expect(asked).toHaveLength(3)
  })
})

test('only somebody who may sign has the keys warmed up', async () => {
  const on = counting()
  await warmUpKeys(on.frame)
  expect(on.asked).toEqual(['warmUp'])
  const off = counting(signedOut)
  await warmUpKeys(off.frame)
  expect(off.asked).toEqual([])
})
