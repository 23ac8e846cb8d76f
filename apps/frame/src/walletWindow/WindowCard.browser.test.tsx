import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createStore } from 'zustand/vanilla'
import type { ApprovalPhase } from '../approvals/ApprovalView.ts'
import { approvalContent, approvalViews } from '../workbench/approvalStates.ts'
import { WindowCard } from './WindowCard.tsx'
import type { WindowLink, WindowState } from './windowLink.ts'

const { 'send-native': request } = approvalViews

const show = (state: WindowState, phase: ApprovalPhase, onReject = vi.fn()) => {
  if (!request) throw new Error('There is no such sample.')
  const link: WindowLink = {
    store: createStore(() => ({ state })),
    show: vi.fn(),
    end: vi.fn(),
    open: vi.fn(),
  }
  return render(
    <WindowCard
      link={link}
      content={{ ...approvalContent(request, { phase }), onReject }}
      wallet={{ name: 'Latchkey', host: 'wallet.example' }}
      onEscape={vi.fn()}
      onFocusExit={vi.fn()}
    />,
  )
}
const notApproved = () => page.getByText('The window is closed. Nothing was approved.')

test('a window that is closed before anything was approved approved nothing', async () => {
  await show('closed', 'ready')
  await expect.element(notApproved().first()).toBeVisible()
})

test.each([
  ['confirming', 'Checking'],
  ['signing', 'Signing'],
  ['sending', 'Sending to the network'],
] as const)('a window that is closed after the approval stops nothing: %s', async (phase, text) => {
  await show('closed', phase)
  await expect.element(page.getByText(text).first()).toBeVisible()
  await expect.element(notApproved()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Reject' })).toHaveAttribute('aria-disabled', 'true')
})

test('a double click on Reject turns down one request: the second click may meet the next one', async () => {
  const onReject = vi.fn()
  await show('offered', 'ready', onReject)
  await page.getByRole('button', { name: 'Reject' }).dblClick()
  expect(onReject).toHaveBeenCalledTimes(1)
})
