import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './Tabs.tsx'

const tabs = [
  { id: 'tokens', label: 'Tokens' },
  { id: 'nfts', label: 'NFTs' },
  { id: 'activity', label: 'Activity' },
] as const

function Held({ dir = 'ltr' }: { dir?: 'ltr' | 'rtl' }) {
  const [value, setValue] = useState<'tokens' | 'nfts' | 'activity'>('tokens')
  return (
    <div dir={dir}>
      <Tabs label="Account" tabs={tabs} value={value} onChange={setValue}>
        Panel of {value}
      </Tabs>
    </div>
  )
}

const selected = () => document.querySelector('[aria-selected=true]')?.textContent

describe('Tabs', () => {
  it('moves and selects with the arrow keys, Home and End', async () => {
    await render(<Held />)
    await userEvent.tab()
    expect(document.activeElement).toHaveTextContent('Tokens')
    for (const [key, expected] of [
      ['{ArrowRight}', 'NFTs'],
      ['{End}', 'Activity'],
      ['{ArrowRight}', 'Tokens'],
      ['{ArrowLeft}', 'Activity'],
      ['{Home}', 'Tokens'],
    ] as const) {
      await userEvent.keyboard(key)
      expect(selected()).toBe(expected)
      expect(document.activeElement).toHaveTextContent(expected)
    }
  })

  it('follows the direction of the text', async () => {
    await render(<Held dir="rtl" />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    expect(selected()).toBe('NFTs')
  })

  it('is one tab stop, and the panel has the name of its tab', async () => {
    await render(<Held />)
    expect(document.querySelectorAll('[role=tab][tabindex="0"]')).toHaveLength(1)
    await userEvent.click(page.getByRole('tab', { name: 'Activity' }))
    await expect
      .element(page.getByRole('tabpanel', { name: 'Activity' }))
      .toHaveTextContent('Panel of activity')
  })
})
