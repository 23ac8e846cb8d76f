import { afterEach, expect, it, vi } from 'vitest'
import { testConfig } from '../testing/testConfig.ts'
import { setTheme } from './open.ts'

/** A system whose mode the test turns. */
function pretendSystem(first: 'light' | 'dark') {
  const query = Object.assign(new EventTarget(), { matches: first === 'light' })
  vi.stubGlobal('matchMedia', (text: string) => {
    expect(text).toBe('(prefers-color-scheme:light)')
    return query
  })
  return (mode: 'light' | 'dark') => {
    query.matches = mode === 'light'
    query.dispatchEvent(new Event('change'))
  }
}
afterEach(() => vi.unstubAllGlobals())

it('auto shows the mode of the system, and follows it until the page chooses or the config ends', () => {
  const turn = pretendSystem('light')
  const { config } = testConfig({ themeMode: 'auto' })
  const shown = () => config.theme.getState().themeMode
  expect(shown()).toBe('light')
  // What a server draws: the first paint in the browser must equal it.
  expect(config.theme.getInitialState().themeMode).toBe('dark')
  turn('dark')
  expect(shown()).toBe('dark')
  setTheme(config, { themeMode: 'light' })
  turn('light')
  turn('dark')
  expect(shown()).toBe('light')
  setTheme(config, { themeMode: 'auto', accent: '#0b7a5c' })
  expect(config.theme.getState()).toMatchObject({ themeMode: 'dark', accent: '#0b7a5c' })
  config.destroy()
  turn('light')
  expect(shown()).toBe('dark')
})

it('another accent does not end the following', () => {
  const turn = pretendSystem('dark')
  const { config } = testConfig({ themeMode: 'auto' })
  setTheme(config, { accent: '#0b7a5c' })
  turn('light')
  expect(config.theme.getState()).toMatchObject({ themeMode: 'light', accent: '#0b7a5c' })
  config.destroy()
})
