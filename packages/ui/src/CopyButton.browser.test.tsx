import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Address } from './Address.tsx'
import { CopyButton } from './IconButton.tsx'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('CopyButton', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const start = async (write: () => Promise<void>) => {
    // What is said for two seconds is read while the clock stands.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write)
    await render(
      <CopyButton value={address} label="Copy address" copiedLabel="Copied" failedLabel="Not copied" />,
    )
    await userEvent.click(page.getByRole('button', { name: 'Copy address' }))
    return written
  }

  it('copies and says so', async () => {
    const written = await start(() => Promise.resolve())
    expect(written.mock.calls).toEqual([[address]])
    await expect.element(page.getByRole('status')).toHaveTextContent('Copied')
  })

  it('says that the browser refused', async () => {
    await start(() => Promise.reject(new DOMException('Refused', 'NotAllowedError')))
    await expect.element(page.getByRole('status')).toHaveTextContent('Not copied')
    await expect.element(page.getByRole('button')).toHaveAttribute('data-copy', 'failed')
  })
})

describe('Address', () => {
  it('copies without the gaps of the long form', async () => {
    await render(<Address value={address} form="long" />)
    const element = document.querySelector('.lk-address')
    if (!element) throw new Error('Nothing drawn')
    const selection = getSelection()
    selection?.selectAllChildren(element)
    expect(selection?.toString()).toBe(address)
    expect(element.querySelectorAll('span')).toHaveLength(11)
  })
})
