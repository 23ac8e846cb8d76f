import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { siteIdentity } from '../../site/siteIdentity.ts'
import { content, Screen, type Told } from '../../testing/approvalScreen.tsx'
import { PausedScreen } from './PausedScreen.tsx'

const origin = 'https://shop.example'
const site = siteIdentity(origin, [{ pattern: origin, publicSuffix: 'example' }])

/** A request that is declined for the last time, and the site asks again at once. */
function AskingOn({ told }: { told: Told }) {
  const [isPaused, setPaused] = useState(false)
  const onReject = () => {
    told.push('rejected')
    setPaused(true)
  }
  if (!isPaused) return <Screen shown={content('message-text', told, { onReject })} told={told} />
  return (
    <PausedScreen
      wallet={{ name: 'Wallet', host: 'wallet.example' }}
      onEscape={() => undefined}
      onFocusExit={() => undefined}
      site={site}
      appName={null}
      until={24_000}
      now={() => 0}
      onClose={() => told.push('closed')}
      onLift={() => told.push('lifted')}
    />
  )
}

test('a double click on Reject does not let the site ask again', async () => {
  const told: Told = []
  await render(<AskingOn told={told} />)
  await page.getByRole('button', { name: 'Reject' }).dblClick()
  await expect.element(page.getByRole('button', { name: 'Let it ask now' })).toBeVisible()
  expect(told).toEqual(['rejected'])
  await page.getByRole('button', { name: 'Close' }).dblClick()
  await page.getByRole('button', { name: 'Let it ask now' }).click()
  expect(told).toEqual(['rejected', 'closed', 'lifted'])
})
