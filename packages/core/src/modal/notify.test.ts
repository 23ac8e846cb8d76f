import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testConfig } from '../testing/testConfig.ts'
import { alertOf } from './alerts.ts'
import { shake } from './open.ts'
import { raiseAlert } from './raiseAlert.ts'
import { hideToast, showToast } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('showToast', () => {
  it.each([
    ['loading', 'R4-15'],
    ['success', 'R4-16'],
    ['error', 'R4-17'],
  ] as const)('shows the kind %s (%s) at once', (kind, _id) => {
    const { config } = testConfig()
    showToast(config, { kind, message: 'a' })
    expect(config.notices.getState().toast).toMatchObject({ kind, message: 'a' })
  })
  it('R4-18 R9-7 closes the open one and shows the newest 150 ms later', () => {
    const { config } = testConfig()
    const message = () => config.notices.getState().toast?.message
    showToast(config, { kind: 'error', message: 'a' })
    showToast(config, { kind: 'error', message: 'b' })
    expect(message()).toBeUndefined()
    vi.advanceTimersByTime(100)
    showToast(config, { kind: 'error', message: 'c' })
    vi.advanceTimersByTime(149)
    expect(message()).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(message()).toBe('c')
    vi.advanceTimersByTime(1_000)
    expect(message()).toBe('c')
  })
  it('gives each toast an id of its own, and none after it was hidden', () => {
    const { config } = testConfig()
    const ids = ['a', 'b'].map((message) => {
      showToast(config, { kind: 'info', message })
      const id = config.notices.getState().toast?.id
      hideToast(config)
      return id
    })
    expect(new Set(ids).size).toBe(2)
    vi.advanceTimersByTime(1_000)
    expect(config.notices.getState().toast).toBeUndefined()
  })
  it('shows nothing once the config is destroyed', () => {
    const { config } = testConfig()
    showToast(config, { kind: 'info', message: 'a' })
    showToast(config, { kind: 'info', message: 'b' })
    config.destroy()
    vi.advanceTimersByTime(1_000)
    expect(config.notices.getState().toast).toBeUndefined()
  })
})

it('R4-52 R9-10 shakes for 500 ms', () => {
  const { config } = testConfig()
  shake(config)
  vi.advanceTimersByTime(499)
  expect(config.modal.getState().shake).toBe(true)
  vi.advanceTimersByTime(1)
  expect(config.modal.getState().shake).toBe(false)
})

describe('alerts', () => {
  it.each([
    ['networkNotFound', 'Network Not Found', /`networks`/, 'R8-39'],
    ['originNotAllowed', 'Invalid App Configuration', /not on the allowlist/, 'R8-40'],
    ['invalidProjectId', 'Invalid App Configuration', /project id/, 'R8-40'],
    [
      'frameLoadFailed',
      'Network Error, Could not load embedded wallet',
      /Check the connection/,
      'R8-35 R8-41',
    ],
    ['frameRequestTimeout', 'Embedded Wallet Request Timed Out', /did not answer in time/, 'R8-36 R8-42'],
    ['sessionExpired', 'Session Expired', /clock .* is right, then connect again/, 'R8-43'],
    ['projectIdMissing', 'Project ID Not Configured', /Set `projectId`/, 'R8-44'],
  ] as const)('%s has the short form %s and a longer one that says %s (%s)', (kind, short, long, _ids) => {
    const alert = alertOf(kind, 7)
    expect(alert).toMatchObject({ kind, short, code: 7 })
    expect(alert.long).toMatch(long)
    expect(alert.long.length).toBeGreaterThan(short.length)
  })
  it('R8-35 a raised alert stands in the store', async () => {
    const { config } = testConfig()
    await raiseAlert(config, 'frameLoadFailed', 6002)
    expect(config.notices.getState().alert).toEqual(alertOf('frameLoadFailed', 6002))
  })
})
