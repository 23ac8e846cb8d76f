import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ToastItem } from './Toast.tsx'
import { ToastHost } from './Toast.tsx'

const sent: ToastItem = { id: 1, tone: 'success', message: 'Transfer sent' }
const failed: ToastItem = { id: 2, tone: 'error', message: 'Transfer failed' }

const status = () => page.getByRole('status').element()
const alert = () => page.getByRole('alert').element()

describe('ToastHost', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const start = async (toast?: ToastItem) => {
    const dismiss = vi.fn()
    const host = (item?: ToastItem) => (
      <>
        <ToastHost toast={item} onDismiss={dismiss} dismissLabel="Dismiss" />
        <p style={{ position: 'fixed', insetBlockEnd: 0, insetInlineEnd: 0 }}>aside</p>
      </>
    )
    const screen = await render(host(undefined))
    const show = async (item?: ToastItem) => {
      await screen.rerender(host(item))
      if (item) await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
      await vi.advanceTimersByTimeAsync(0)
      // Runs the effects of what the timer has changed.
      await screen.rerender(host(item))
    }
    // Wherever the pointer was left, a toast under it would be held.
    await userEvent.hover(page.getByText('aside'))
    if (toast) await show(toast)
    return { dismiss, show }
  }

  it('has its live regions before it has something to say', async () => {
    const { show } = await start()
    const [quiet, loud] = [status(), alert()]
    expect(quiet.textContent).toBe('')
    expect(loud.textContent).toBe('')
    await show(sent)
    await expect.poll(() => quiet.textContent).toContain('Transfer sent')
    expect(loud.textContent).toBe('')
  })

  it('R4-18 R9-7 waits 150 ms between two toasts, and says an error at once', async () => {
    const { show } = await start(sent)
    await expect.poll(() => status().textContent).toContain('Transfer sent')
    await show(failed)
    expect(document.querySelectorAll('.lk-toast')).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(149)
    expect(document.querySelectorAll('.lk-toast')).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(() => alert().textContent).toContain('Transfer failed')
    expect(status().textContent).toBe('')
  })

  it('goes after five seconds', async () => {
    const { dismiss } = await start(sent)
    await expect.poll(() => document.querySelectorAll('.lk-toast').length).toBe(1)
    // The clock starts with the effects of the paint, not with the paint.
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(dismiss).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(dismiss.mock.calls).toEqual([[1]])
  })

  it('stays while it has the focus', async () => {
    const { dismiss } = await start(sent)
    await expect.poll(() => document.querySelectorAll('.lk-toast').length).toBe(1)
    const button = page.getByRole('button', { name: 'Dismiss' }).element()
    button.focus()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(dismiss).not.toHaveBeenCalled()
    button.blur()
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(dismiss).toHaveBeenCalledTimes(1)
  })

  it.each<ToastItem>([
    { id: 3, tone: 'loading', message: 'Sending' },
    { id: 4, tone: 'info', message: 'Saved', action: { label: 'View', onClick: () => {} } },
  ])('stays until dismissed: $message', async (toast) => {
    const { dismiss } = await start(toast)
    await expect.poll(() => document.querySelectorAll('.lk-toast').length).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(dismiss).not.toHaveBeenCalled()
    ;(page.getByRole('button', { name: 'Dismiss' }).element() as HTMLElement).click()
    expect(dismiss.mock.calls).toEqual([[toast.id]])
  })
})
