import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createStore } from 'zustand/vanilla'
import { App } from './App.tsx'
import type { FrameState } from './context/Frame.ts'
import { english } from './locales/loadLocale.ts'

afterEach(() => void vi.useRealTimers())

const draw = () => <button type="button">Approve</button>
const start = async () => {
  const store = createStore(
    () => ({ screen: { name: 'approval', draw }, locale: english }) as unknown as FrameState,
  )
  const told: string[] = []
  const host = {
    onScreen: ({ screen }: { screen: string }) => told.push(screen),
    onEscape: vi.fn(),
    onFocusExit: vi.fn(),
  }
  await render(<App store={store} wallet={{ name: 'Latchkey', host: 'wallet.example' }} host={host} />)
  return { store, told }
}
const Low = () => <p style={{ height: '300px', margin: 0 }}>Sign</p>

test('an approval asks the page for the height that it stands in with room, however low the frame is now', async () => {
  const state = { screen: { name: 'approval', Screen: Low, content: {} }, locale: english }
  const heights: number[] = []
  const host = {
    onScreen: ({ height }: { height: number }) => heights.push(height),
    onEscape: vi.fn(),
    onFocusExit: vi.fn(),
  }
  await render(
    <App
      store={createStore(() => state as unknown as FrameState)}
      wallet={{ name: 'Latchkey', host: 'wallet.example' }}
      host={host}
    />,
  )
  await expect.poll(() => heights.at(-1)).toBe(528)
})

const shown = () => document.querySelector<HTMLElement>('.fr-app')

test('a screen that is over stays, without use, until the page has taken it away', async () => {
  const { store, told } = await start()
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  store.setState({ screen: { name: 'none' } })
  await expect.poll(() => told.at(-1)).toBe('none')
  expect(shown()).toHaveTextContent('Approve')
  expect(shown()?.inert).toBe(true)
  expect(document.documentElement.hasAttribute('data-shown')).toBe(true)
  await vi.advanceTimersByTimeAsync(500)
  await expect.poll(shown).toBeNull()
  expect(document.documentElement.hasAttribute('data-shown')).toBe(false)
  expect(told.at(-1)).toBe('none')
})

test('the next screen takes its place at once, and can be used', async () => {
  const { store, told } = await start()
  store.setState({ screen: { name: 'none' } })
  await expect.poll(() => told.at(-1)).toBe('none')
  store.setState({
    screen: { name: 'device', draw: () => <button type="button">Next</button>, wait: {} as never },
  })
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeVisible()
  expect(shown()?.inert).toBe(false)
  expect(shown()?.textContent).toBe('Next')
  await expect.poll(() => told.at(-1)).toBe('device')
})
