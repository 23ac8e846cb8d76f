import { afterEach, describe, expect, test, vi } from 'vitest'
import { findLeaks, readSharedState } from './leakGuard.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const back of undo.splice(0)) back()
})

function set(owner: Record<string, unknown>, name: string, value: unknown) {
  const was = Object.getOwnPropertyDescriptor(owner, name)
  undo.push(() => (was ? Object.defineProperty(owner, name, was) : delete owner[name]))
  owner[name] = value
}

/** What is named after `change`, and after it was taken back. */
function leaksOf(change: () => void): string[] {
  const before = readSharedState()
  change()
  const leaks = findLeaks(before, readSharedState())
  for (const back of undo.splice(0)) back()
  expect(findLeaks(before, readSharedState())).toEqual([])
  return leaks
}

describe('what a test file leaves behind in a process that others share', () => {
  const globals = globalThis as unknown as Record<string, unknown>
  const env = process.env as Record<string, unknown>

  test('nothing is named when nothing changed', () => {
    expect(leaksOf(() => undefined)).toEqual([])
  })

  test.each([
    ['a global that is new', 'globalThis.window', () => set(globals, 'window', {})],
    ['a global that is another', 'globalThis.fetch', () => set(globals, 'fetch', () => undefined)],
    ['a variable of the environment', 'process.env.LEFT_OVER', () => set(env, 'LEFT_OVER', '1')],
    ['a variable that is another', 'process.env.PATH', () => set(env, 'PATH', '/elsewhere')],
    ['a spy on the console', 'console.warn', () => set(console as never, 'warn', () => undefined)],
  ])('%s', (_, name, change) => {
    expect(leaksOf(change)).toEqual([name])
  })

  test('an exit code', () => {
    const { exitCode } = process
    undo.push(() => {
      process.exitCode = exitCode
    })
    const leaks = leaksOf(() => {
      process.exitCode = 3
    })
    expect(leaks).toEqual(['process.exitCode'])
  })

  test('a listener of the process', () => {
    const hear = () => undefined
    undo.push(() => process.off('SIGUSR2', hear))
    expect(leaksOf(() => process.on('SIGUSR2', hear))).toEqual(['process.on(SIGUSR2)'])
  })

  test('timers that only a test moves', () => {
    undo.push(() => vi.useRealTimers())
    const leaks = leaksOf(() => vi.useFakeTimers())
    expect(leaks).toContain('globalThis.Date')
    expect(leaks).toContain('globalThis.setTimeout')
  })

  test('not what a library keeps for all its copies', () => {
    expect(leaksOf(() => set(globals, '__library_registry', {}))).toEqual([])
  })
})
