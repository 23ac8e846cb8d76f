import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { Row } from './Row.tsx'
import { TextField } from './TextField.tsx'

describe('Button', () => {
  it('acts on a click, on Enter and on the space bar', async () => {
    const act = vi.fn()
    await render(<Button onClick={act}>Send</Button>)
    await userEvent.click(page.getByRole('button', { name: 'Send' }))
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard(' ')
    expect(act).toHaveBeenCalledTimes(3)
  })

  it.each([{ loading: true }, { arming: true }])(
    'does nothing and keeps the focus with %o',
    async (state) => {
      const act = vi.fn()
      const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
      const form = (props: { loading?: boolean; arming?: boolean }) => (
        <form onSubmit={submit}>
          <Button type="submit" onClick={act} {...props}>
            Approve
          </Button>
        </form>
      )
      const screen = await render(form({}))
      const button = page.getByRole('button', { name: 'Approve' })
      button.element().focus()
      await screen.rerender(form(state))
      await userEvent.keyboard('{Enter}')
      ;(button.element() as HTMLElement).click()
      expect(act).not.toHaveBeenCalled()
      expect(submit).not.toHaveBeenCalled()
      expect(document.activeElement).toBe(button.element())
      await expect.element(button).toHaveAttribute('aria-disabled', 'true')
      await screen.rerender(form({}))
      await userEvent.keyboard('{Enter}')
      expect(act).toHaveBeenCalledTimes(1)
      expect(submit).toHaveBeenCalledTimes(1)
    },
  )

  it('says that it is busy', async () => {
    await render(<Button loading>Save</Button>)
    await expect.element(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true')
  })
})

describe('IconButton', () => {
  it('has a name and hides its picture', async () => {
    await render(<IconButton icon="close" label="Close" />)
    const button = page.getByRole('button', { name: 'Close' }).element()
    expect(button.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })
})

describe('Row', () => {
  it('is a button, a link or plain', async () => {
    const act = vi.fn()
    await render(
      <>
        <Row label="MetaMask" trailing="Installed" onClick={act} />
        <Row label="Explorer" href="https://example.com/" />
        <Row label="Plain" />
      </>,
    )
    await userEvent.click(page.getByRole('button', { name: 'MetaMask Installed' }))
    expect(act).toHaveBeenCalledTimes(1)
    await expect
      .element(page.getByRole('link', { name: 'Explorer' }))
      .toHaveAttribute('rel', 'noopener noreferrer')
    expect(page.getByRole('button').elements()).toHaveLength(1)
  })

  it('ignores clicks while it waits', async () => {
    const act = vi.fn()
    await render(<Row label="Rabby" busy onClick={act} />)
    ;(page.getByRole('button').element() as HTMLElement).click()
    expect(act).not.toHaveBeenCalled()
    await expect.element(page.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  })
})

describe('TextField', () => {
  it('ties label, hint and error to the input', async () => {
    const screen = await render(<TextField label="E-mail" hint="We send a code." />)
    const input = page.getByRole('textbox', { name: 'E-mail' })
    await expect.element(input).toHaveAccessibleDescription('We send a code.')
    const region = page.getByRole('alert').element()
    expect(region).toHaveTextContent('')
    await screen.rerender(<TextField label="E-mail" hint="We send a code." error="Check the address." />)
    await expect.element(input).toHaveAccessibleDescription('Check the address.')
    await expect.element(input).toHaveAttribute('aria-invalid', 'true')
    // The same region as before: one that arrives with its text is often not read.
    expect(page.getByRole('alert').element()).toBe(region)
  })
})
