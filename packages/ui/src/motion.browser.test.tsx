import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { adoptStyles } from './adoptStyles.ts'
import { Button } from './Button.tsx'
import { Header } from './Header.tsx'
import { OtpField } from './OtpField.tsx'
import styles from './styles.css?inline'
import { ToastHost, type ToastItem } from './Toast.tsx'
import tokens from './tokens.css?inline'
import { ViewTransition } from './ViewTransition.tsx'

const undo: (() => void)[] = []
beforeEach(() => {
  undo.push(adoptStyles(document, tokens), adoptStyles(document, styles))
})
afterEach(() => {
  vi.useRealTimers()
  for (const step of undo.splice(0)) step()
  delete document.documentElement.dataset.theme
})

const styleOf = (selector: string): CSSStyleDeclaration => {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`Nothing is ${selector}`)
  return getComputedStyle(element)
}
/** How long each property takes, in seconds. */
const transitionsOf = (selector: string) => {
  const { transitionProperty, transitionDuration } = styleOf(selector)
  const durations = transitionDuration.split(', ')
  return Object.fromEntries(
    transitionProperty.split(', ').map((name, index) => [name, durations[index % durations.length]]),
  )
}

describe('what is drawn', () => {
  it('the room of a toast closes from where it was, when the toast has gone', async () => {
    const host = (toast?: ToastItem) => (
      <div className="lk-root">
        <ToastHost toast={toast} onDismiss={() => undefined} dismissLabel="Dismiss" />
      </div>
    )
    const room = () => document.querySelector<HTMLElement>('.lk-toasts')?.offsetHeight ?? 0
    const screen = await render(host({ id: 1, tone: 'success', message: 'Sent' }))
    await expect.poll(room).toBe(60)
    // Looked at while it moves, however long that takes.
    undo.push(adoptStyles(document, '.lk-toasts { transition-duration: 600s !important }'))
    await screen.rerender(host())
    await expect.poll(() => document.querySelector('.lk-toast')).toBeNull()
    expect(room()).toBeGreaterThan(50)
  })

  it('R2-53 a header text comes in for 120 ms', async () => {
    await render(<Header title="Networks" />)
    expect(styleOf('.lk-header-title > span')).toMatchObject({
      animationName: 'lk-enter',
      animationDuration: '0.12s',
    })
  })

  it('R2-54 R2-55 R2-11 the height and both views move for 150 ms, by the direction', async () => {
    const view = (key: string, direction: 'next' | 'prev') => (
      <ViewTransition viewKey={key} direction={direction}>
        {key}
      </ViewTransition>
    )
    // Looked at while they stand, however long that takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    undo.push(adoptStyles(document, '.lk-view { animation-play-state: paused !important }'))
    const screen = await render(view('Connect', 'next'))
    for (const [key, direction, from] of [
      ['Account', 'next', '8px'],
      ['Connect', 'prev', '-8px'],
    ] as const) {
      await screen.rerender(view(key, direction))
      expect(transitionsOf('.lk-views')['block-size'] ?? transitionsOf('.lk-views').height).toBe('0.15s')
      expect(styleOf('.lk-view-in').animationDuration).toBe('0.15s')
      expect(styleOf('.lk-view-out').animationDuration).toBe('0.15s')
      const entering = document.querySelector('.lk-view-in')?.getAnimations()[0]?.effect as KeyframeEffect
      expect(entering.getKeyframes()[0]?.transform).toContain(from)
      await vi.advanceTimersByTimeAsync(200)
      await expect.poll(() => document.querySelector('.lk-view-out')).toBeNull()
    }
  })

  it('R2-56 R2-57 the dialog is 360 px wide and lies at 999', async () => {
    await page.viewport(800, 600)
    try {
      await render(<dialog className="lk-dialog" open />)
      expect(styleOf('.lk-dialog')).toMatchObject({ width: '360px', zIndex: '999', position: 'fixed' })
    } finally {
      await page.viewport(414, 896)
    }
  })

  it('R9-59 R9-60 sizes of text and corners follow their masters', async () => {
    await render(<dialog className="lk-dialog lk-root" open />)
    const before = Number.parseFloat(styleOf('.lk-dialog').borderTopLeftRadius)
    expect(before).toBe(24)
    const { style } = document.documentElement
    const size = () => {
      const probe = document.createElement('i')
      probe.style.fontSize = 'var(--lk-text-16)'
      document.body.append(probe)
      const { fontSize } = getComputedStyle(probe)
      probe.remove()
      return fontSize
    }
    expect(size()).toBe('16px')
    style.setProperty('--lk-font-master', '20px')
    style.setProperty('--lk-radius-master', '1px')
    try {
      expect(size()).toBe('32px')
      expect(styleOf('.lk-dialog').borderTopLeftRadius).toBe('6px')
    } finally {
      style.removeProperty('--lk-font-master')
      style.removeProperty('--lk-radius-master')
    }
  })

  it('R9-61 a press takes 75 ms, a hover 125 ms and a sheet 200 ms', async () => {
    await render(
      <>
        <Button>Send</Button>
        <dialog className="lk-dialog" open />
      </>,
    )
    expect(transitionsOf('.lk-button')).toMatchObject({ transform: '0.075s' })
    expect(Object.values(transitionsOf('.lk-button'))).toContain('0.125s')
    expect(transitionsOf('.lk-dialog')).toMatchObject({ opacity: '0.2s', transform: '0.2s' })
  })

  it('R2-58 R2-59 R9-54 is dark unless it is told to be light', async () => {
    await render(<dialog className="lk-dialog" open />)
    expect(styleOf('.lk-dialog').backgroundColor).toBe('rgb(18, 19, 19)')
    document.documentElement.dataset.theme = 'light'
    expect(styleOf('.lk-dialog').backgroundColor).toBe('rgb(255, 255, 255)')
    document.documentElement.dataset.theme = 'dark'
    expect(styleOf('.lk-dialog').backgroundColor).toBe('rgb(18, 19, 19)')
  })

  it('R4-52 R9-10 a shake lasts 500 ms', async () => {
    await render(<dialog className="lk-dialog" open data-shake />)
    expect(styleOf('.lk-dialog')).toMatchObject({ animationName: 'lk-shake', animationDuration: '0.5s' })
  })

  it('a code shakes where it was not taken, and not before', async () => {
    const field = (error?: string) => (
      <OtpField label="Code" value="123456" onChange={() => undefined} error={error} />
    )
    const { rerender } = await render(field())
    expect(styleOf('.lk-otp-boxes').animationName).toBe('none')
    await rerender(field('That code is not right.'))
    expect(styleOf('.lk-otp-boxes')).toMatchObject({ animationName: 'lk-shake', animationDuration: '0.5s' })
  })
})
