import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createStore } from 'zustand/vanilla'
import type { CallsStatusView } from './callsStatusView.ts'
import { CallsStatusScreen } from './showCallsStatus.tsx'

const view: CallsStatusView = {
  status: 100,
  sentence: 'status.underWay',
  rows: [{ sentence: { key: 'value.callUnread' }, to: null }],
  facts: [],
  links: [],
  isStale: false,
}

test('it is live, and closes by its button and by Escape', async () => {
  const told: string[] = []
  const content = createStore(() => view)
  await render(
    <CallsStatusScreen
      id="one"
      content={content}
      wallet={{ name: 'Latchkey', host: 'wallet.localhost' }}
      onEscape={() => told.push('escape')}
      onFocusExit={() => undefined}
      onClose={() => told.push('close')}
      onDetour={() => undefined}
    />,
  )
  await expect.element(page.getByRole('status')).toHaveTextContent('Under way')
  content.setState({ status: 200, sentence: 'status.done', links: ['https://explorer.example/tx/0x1'] })
  await expect.element(page.getByRole('status')).toHaveTextContent('Done')
  const link = page.getByRole('link', { name: 'Look it up' })
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await page.getByRole('button', { name: 'Close' }).click()
  await userEvent.keyboard('{Escape}')
  expect(told).toEqual(['close', 'escape'])
})
