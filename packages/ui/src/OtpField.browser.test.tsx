import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OtpField, type OtpFieldProps } from './OtpField.tsx'

type Settings = Partial<OtpFieldProps> & { initial?: string }

function Held({ initial = '', ...props }: Settings) {
  const [value, setValue] = useState(initial)
  return <OtpField label="Code" {...props} value={value} onChange={setValue} />
}

const field = () => page.getByRole('textbox', { name: 'Code' })
const element = () => field().element() as HTMLInputElement
const boxes = () => [...document.querySelectorAll<HTMLElement>('.lk-otp-box')]
const states = () => boxes().map((box) => box.dataset.state)

const paste = (text: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  return element().dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
}

describe('OtpField', () => {
  it('is one plain text field that autofill knows', async () => {
    await render(<Held />)
    expect(page.getByRole('textbox').elements()).toHaveLength(1)
    await expect.element(field()).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(field()).toHaveAttribute('inputmode', 'numeric')
    expect(boxes()).toHaveLength(6)
  })

  it('completes once, on the last digit', async () => {
    const complete = vi.fn()
    await render(<Held onComplete={complete} />)
    await userEvent.click(field())
    await userEvent.keyboard('12a345')
    expect(complete).not.toHaveBeenCalled()
    expect(states()).toEqual(['filled', 'filled', 'filled', 'filled', 'filled', 'active'])
    await userEvent.keyboard('67')
    expect(complete.mock.calls).toEqual([['123456']])
    await expect.element(field()).toHaveValue('123456')
  })

  it('takes a pasted code with a gap, over what was typed', async () => {
    const complete = vi.fn()
    await render(<Held initial="99" onComplete={complete} />)
    await userEvent.click(field())
    expect(paste('123 456')).toBe(false)
    await expect.element(field()).toHaveValue('123456')
    expect(complete.mock.calls).toEqual([['123456']])
  })

  it('leaves a short paste to the browser', async () => {
    await render(<Held />)
    expect(paste('12')).toBe(true)
  })

  it('reads an autofilled value', async () => {
    const complete = vi.fn()
    await render(<Held onComplete={complete} />)
    await userEvent.fill(field(), '654-321')
    expect(complete.mock.calls).toEqual([['654321']])
  })

  it('takes eight letters and digits', async () => {
    const complete = vi.fn()
    await render(<Held length={8} onComplete={complete} />)
    await userEvent.fill(field(), '7kq2-m9xl')
    expect(complete.mock.calls).toEqual([['7KQ2M9X1']])
    expect(boxes()).toHaveLength(8)
  })

  it('selects the value when the code is wrong, and the next key replaces it', async () => {
    const screen = await render(<Held initial="123456" />)
    await userEvent.click(field())
    await screen.rerender(<Held initial="123456" error="That code is wrong. 2 tries left." />)
    await expect.poll(states).toEqual(Array(6).fill('selected'))
    await expect.element(field()).toHaveAccessibleDescription('That code is wrong. 2 tries left.')
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByRole('alert')).toHaveTextContent('That code is wrong. 2 tries left.')
    await userEvent.keyboard('7')
    await expect.element(field()).toHaveValue('7')
  })

  it('keeps the focus and takes no keys while it is busy', async () => {
    const complete = vi.fn()
    const screen = await render(<Held initial="12345" onComplete={complete} />)
    await userEvent.click(field())
    await screen.rerender(<Held initial="12345" busy onComplete={complete} />)
    expect(document.activeElement).toBe(element())
    await userEvent.keyboard('6')
    paste('123456')
    await expect.element(field()).toHaveValue('12345')
    await expect.element(field()).toHaveAttribute('aria-busy', 'true')
    expect(complete).not.toHaveBeenCalled()
  })
})
