import { ServiceUnreachableError, WrongCodeError } from '@latchkey/protocol/http'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createCodeFlow } from '../../signIn/flows/codeFlow.ts'
import { codeStates } from '../../workbench/codeStates.ts'
import { CodeScreen } from './CodeScreen.tsx'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/styles.css'
import '../../frame.css'

type Submit = (code: string) => Promise<unknown>

async function show(submit: Submit, change: { resendAt?: number; codeLength?: 6 | 8 } = {}) {
  const told: string[] = []
  const { resendAt = 0, codeLength = 6 } = change
  const challenge = { emailHint: 'm•••@example.com', codeLength, expiresAt: Date.now() + 300_000, resendAt }
  const flow = createCodeFlow({
    challenge,
    submitCode: (code) => {
      told.push(code)
      return submit(code).then(() => void told.push('signed in'))
    },
    resendCode: async () => ({ ...challenge, resendAt: Date.now() + 30_000 }),
    onChangeEmail: () => told.push('change'),
    now: Date.now,
  })
  await render(
    <div className="lk-root">
      <CodeScreen
        wallet={{ name: 'Latchkey', host: 'wallet.localhost' }}
        flow={flow}
        onEscape={() => told.push('escape')}
        onFocusExit={(direction) => told.push(direction)}
      />
    </div>,
  )
  await expect.element(field()).toHaveFocus()
  return told
}
const field = () => page.getByRole('textbox', { name: 'Code from the e-mail' })
const never = () => new Promise<never>(() => undefined)

describe('the code screen', () => {
  test('says where the code went and where it belongs', async () => {
    await show(never)
    await expect
      .element(page.getByRole('heading'))
      .toHaveTextContent('Enter the code we sent to m•••@example.com')
    expect(document.querySelector('main')?.textContent).toContain('Type it only here, on wallet.localhost')
  })

  test('has the focus, and checks by itself when the code is complete', async () => {
    const told = await show(async () => undefined)
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('493027')
    await expect.poll(() => told).toEqual(['493027', 'signed in'])
  })

  test('a wrong code is said, stays, and is replaced by the next key', async () => {
    const told = await show(() => Promise.reject(new WrongCodeError({ data: { triesLeft: 1 } })))
    await userEvent.keyboard('493027')
    await expect.element(page.getByText('That code is not right. 1 try left.')).toBeVisible()
    await expect.element(field()).toHaveValue('493027')
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
    await userEvent.keyboard('1')
    await expect.element(field()).toHaveValue('1')
    expect(told).toEqual(['493027'])
  })

  test('a service that is down keeps the code and offers to try again', async () => {
    let tries = 0
    const told = await show(() =>
      tries++ === 0 ? Promise.reject(new ServiceUnreachableError()) : Promise.resolve(),
    )
    await userEvent.keyboard('493027')
    await expect.element(page.getByRole('alert').filter({ hasText: 'Your code is still here' })).toBeVisible()
    await expect.element(field()).toHaveValue('493027')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => told).toEqual(['493027', '493027', 'signed in'])
  })

  test('a new code has to wait, and then empties the field', async () => {
    await show(never, { resendAt: Date.now() + 60_000 })
    const waiting = page.getByRole('button', { name: /New code in \d+ s/ })
    await expect.element(waiting).toHaveAttribute('aria-disabled', 'true')
  })

  test('asks for a new code', async () => {
    await show(never)
    await userEvent.keyboard('12')
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await expect.element(page.getByText('We sent a new code.')).toBeVisible()
    await expect.element(field()).toHaveValue('')
  })

  test('takes eight letters and digits when asked to', async () => {
    const told = await show(async () => undefined, { codeLength: 8 })
    await userEvent.keyboard('k7wm2p9q')
    await expect.poll(() => told[0]).toBe('K7WM2P9Q')
  })

  test('another address, Escape, and Tab past the end go to the host', async () => {
    const told = await show(never)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Wrong e-mail?' }).click()
    await userEvent.tab()
    expect(told).toEqual(['escape', 'change', 'forward'])
  })

  test.each(Object.keys(codeStates))('%s shows no message without its text', async (name) => {
    const flow = codeStates[name]
    if (!flow) throw new Error(name)
    const nothing = () => undefined
    const wallet = { name: 'Latchkey', host: 'wallet.localhost' }
    await render(<CodeScreen wallet={wallet} flow={flow} onEscape={nothing} onFocusExit={nothing} />)
    expect(document.body.textContent).not.toMatch(/code\.[a-z]|undefined|NaN|\{/)
  })
})
