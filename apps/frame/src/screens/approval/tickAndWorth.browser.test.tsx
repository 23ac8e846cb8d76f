import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ApprovalScreenContent, Receipt } from '../../approvals/ApprovalView.ts'
import { approve, armed, content, Screen } from '../../testing/approvalScreen.tsx'

const receipt: Receipt = { status: 'pending', facts: [], link: null, isStale: false }
const show = (change: Partial<ApprovalScreenContent>, state = 'send-native') => (
  <Screen shown={content(state, [], change)} told={[]} />
)
afterEach(() => {
  vi.useRealTimers()
})
const hero = () => document.querySelector<HTMLElement>('[data-first="hero"]')

test('the button fills, turns, has a tick, and then the receipt comes in its place', async () => {
  const { rerender } = await render(show({}))
  await expect.element(approve()).toHaveAttribute('data-state', 'arming')
  const fill = document.querySelector<HTMLElement>('.lk-arm')
  expect(fill?.offsetHeight).toBe(fill?.parentElement?.clientHeight)
  await armed()
  await rerender(show({ phase: 'signing' }))
  await expect.element(approve()).toHaveAttribute('data-state', 'loading')
  // Looked at while the tick stands, however long that takes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await rerender(show({ phase: 'sending', hash: null, receipt }))
  await expect.element(page.getByRole('button', { name: 'Approve' })).toHaveAttribute('data-done', 'true')
  expect(document.querySelector('.fr-tick')).not.toBeNull()
  await vi.advanceTimersByTimeAsync(400)
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible()
  expect(document.querySelector('[data-armed]')).toBeNull()
})

test('a receipt whose request was not shown here comes at once', async () => {
  await render(show({ phase: 'sending', hash: null, receipt }))
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible()
  expect(document.querySelector('.fr-tick')).toBeNull()
})

test('all of a usual receipt is in sight on a phone: the fee that was paid, and the whole transaction', async () => {
  await page.viewport(390, 536)
  try {
    const hash = { kind: 'text', text: `0x${'9cfe'.repeat(16)}` } as const
    const facts: Receipt['facts'] = [
      {
        label: 'receipt.paid',
        value: { kind: 'amount', amount: 21_008_437_233_000n, decimals: 18, symbol: 'ETH' },
      },
      { label: 'row.transaction', value: hash, long: true },
    ]
    await render(show({ phase: 'sending', hash: null, receipt: { ...receipt, status: 'confirmed', facts } }))
    await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible()
    const end = document.querySelector('.fr-facts')?.getBoundingClientRect().bottom
    expect(end).toBeLessThan(document.querySelector('.fr-footer')?.getBoundingClientRect().top ?? 0)
  } finally {
    await page.viewport(414, 896)
  }
})

test('what an amount is worth stands below it, never in its place, and moves nothing when it comes', async () => {
  const { rerender } = await render(show({ advice: null }))
  const text = hero()?.innerText ?? ''
  const height = hero()?.offsetHeight
  expect(text).toContain('ETH')
  await rerender(show({ advice: { price: 2_000, picture: null } }))
  await expect.element(page.getByText(/^about \$/)).toBeVisible()
  expect(hero()?.innerText).toContain(text.trim().split('\n').at(-1))
  expect(hero()?.offsetHeight).toBe(height)
  await rerender(show({ advice: { price: null, picture: null } }))
  await expect.element(page.getByText(/^about \$/)).not.toBeInTheDocument()
  expect(hero()?.offsetHeight).toBe(height)
})

test('a picture that cannot be had leaves the letter', async () => {
  await render(show({ advice: { price: 1, picture: 'data:image/webp;base64,AA' } }, 'send-token'))
  await expect.poll(() => document.querySelector('span.fr-token')?.textContent).toBe('U')
})
