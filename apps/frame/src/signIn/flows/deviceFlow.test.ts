import type { BaseError } from '@latchkey/errors'
import * as http from '@latchkey/protocol/http'
import type { KeysState } from '@latchkey/protocol/keys'
import { describe, expect, test } from 'vitest'
import { signedOut } from '../../testing/fakeFrame.ts'
import { createDeviceFlow } from './deviceFlow.ts'

const device = { number: '47', emailHint: 'm•••@example.com', expiresAt: 600_000 }

function setUp(resend: () => Promise<KeysState>) {
  let time = 0
  let asked = 0
  const flow = createDeviceFlow({
    device,
    resendDevice: () => {
      asked += 1
      return resend()
    },
    onChangeEmail: () => undefined,
    now: () => time,
  })
  const wait = (ms: number) => {
    time += ms
  }
  return { flow, state: flow.store.getState, wait, asked: () => asked }
}
const next: KeysState = { ...signedOut, status: 'awaitingDevice', device: { ...device, number: '08' } }

describe('sending the link again', () => {
  test('waits half a minute, and shows the new number', async () => {
    const { flow, state, wait, asked } = setUp(async () => next)
    await flow.resend()
    expect(asked()).toBe(0)
    wait(30_000)
    await Promise.all([flow.resend(), flow.resend()])
    expect(asked()).toBe(1)
    expect(state()).toMatchObject({ device: { number: '08' }, resent: true, resendAt: 60_000 })
  })

  test('too soon: waits as long as the service says', async () => {
    const { flow, state, wait } = setUp(() =>
      Promise.reject(new http.TooSoonError({ data: { retryAfter: 12 } })),
    )
    wait(30_000)
    await flow.resend()
    expect(state()).toMatchObject({ problem: null, resending: false, resendAt: 42_000 })
  })

  test.each<[BaseError, string]>([
    [new http.DevicePendingLimitError(), 'tooMany'],
    [new http.TooManyCodesError(), 'tooMany'],
    [new http.ServiceUnreachableError(), 'unreachable'],
    [new http.MailUnavailableError(), 'notSent'],
  ])('%s', async (error, problem) => {
    const { flow, state, wait } = setUp(() => Promise.reject(error))
    wait(30_000)
    await flow.resend()
    expect(state()).toMatchObject({ problem, device })
  })
})
