import './panel.css'
import './panelParts.css'
import { AccountHeldError, FreshLoginRequiredError, ServiceUnreachableError } from '@latchkey/protocol/http'
import { PanelClosedError } from '@latchkey/protocol/keys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type OpenPanelParams, scriptOf } from './panelHandlers.ts'
import { REVEAL_TIME } from './parts/revealer.ts'
import { ADDRESS, fakePanelContext } from './testing/fakePanelContext.ts'
import { stagePanels } from './testing/stagePanels.ts'

const PHRASE = `${'abandon '.repeat(23)}art`
const CODE = '0000-1111-2222-3333-4444-5555-666X'
const SECRET = `0x${'ab'.repeat(32)}`
const look = { themeMode: 'dark' } as const
const never = new AbortController().signal
let seen = true
const stand = stagePanels({ isSeen: () => seen })

beforeEach(() => {
  seen = true
})
afterEach(() => void vi.useRealTimers())

type Fake = ReturnType<typeof fakePanelContext>
/** Starts a panel; the answer is settled text, so that no rejection is left alone. */
function start(fake: Fake, panel: OpenPanelParams['panel'], more: Partial<OpenPanelParams> = {}) {
  const params = { panel, ...look, ...more }
  const script = scriptOf(fake.context, params, never)
  return stand.stage.run(params, never, script).then(
    () => 'done',
    (error: { code: number }) => error.code,
  )
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const heading = (name: string | RegExp) => page.getByRole('heading', { name })
const text = () => stand.root.textContent ?? ''

const typeWord = async () => {
  await userEvent.fill(page.getByLabelText('Type SHOW to continue'), 'show')
  await userEvent.click(button('Continue'))
}

describe('an export', () => {
  const fake = () => fakePanelContext({ vault: { reveal: async () => SECRET } })
  const toReveal = async (made = fake()) => {
    void start(made, 'exportKey')
    await typeWord()
    await expect.element(button('Hold to show')).toHaveFocus()
  }

  test('is allowed by the service before anything is unlocked: what it refuses is told, and nothing was shown', async () => {
    for (const error of [new FreshLoginRequiredError(), new AccountHeldError()]) {
      const refused = () => Promise.reject(error)
      const made = fakePanelContext({ replies: { '/account/v1/export': refused } })
      const ended = start(made, 'exportKey')
      await typeWord()
      expect(await ended).toBe(error.code)
      expect(made.calls).toEqual(['POST /account/v1/export'])
      expect(stand.root.childElementCount).toBe(0)
    }
  })

  test('asks nothing of the service before the word is typed: the account is not marked', async () => {
    const made = fake()
    void start(made, 'exportPhrase')
    const go = button('Continue')
    await expect.element(go).toBeDisabled()
    await userEvent.fill(page.getByLabelText('Type SHOW to continue'), 'yes')
    await userEvent.keyboard('{Enter}')
    await expect.element(go).toBeDisabled()
    expect(made.calls).toEqual([])
  })

  test('shows the secret while the button is held, and has it in the document at no other time', async () => {
    await toReveal()
    expect(text()).not.toContain(SECRET)
    const held = button('Hold to show').element() as HTMLButtonElement
    let during = ''
    held.addEventListener('pointerdown', () => {
      during = text()
    })
    await userEvent.click(button('Hold to show'))
    expect(during).toContain(SECRET)
    expect(text()).not.toContain(SECRET)
  })

  test('by the keyboard: shown by one press, hidden by the next, by blur and after 60 seconds', async () => {
    await toReveal()
    const press = () => userEvent.keyboard('{Enter}')
    await press()
    expect(text()).toContain(SECRET)
    await press()
    expect(text()).not.toContain(SECRET)
    await press()
    window.dispatchEvent(new Event('blur'))
    expect(text()).not.toContain(SECRET)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await press()
    expect(text()).toContain(SECRET)
    vi.advanceTimersByTime(REVEAL_TIME)
    expect(text()).not.toContain(SECRET)
  })

  test('heeds no event that a script made', async () => {
    await toReveal()
    const held = button('Hold to show').element() as HTMLButtonElement
    held.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    held.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    expect(text()).not.toContain(SECRET)
    const done = button('Done').element() as HTMLButtonElement
    done.click()
    await expect.element(button('Done')).toBeVisible()
  })

  test('gives the 24 words with their numbers', async () => {
    void start(fakePanelContext({ vault: { reveal: async () => PHRASE } }), 'exportPhrase')
    await userEvent.fill(page.getByLabelText('Type SHOW to continue'), 'SHOW')
    await userEvent.click(button('Continue'))
    await expect.element(button('Hold to show')).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('listitem', { name: 'Word 24: art' })).toBeVisible()
  })

  test('copies only after a warning', async () => {
    await toReveal()
    await userEvent.click(button('Copy…'))
    await expect.element(page.getByText(/Other apps can read what you copy/)).toBeVisible()
    await expect.element(button('Copy anyway')).toHaveFocus()
  })

  test('ends with Escape, and leaves nothing', async () => {
    const ended = start(fake(), 'exportKey')
    await expect.element(heading('Show the private key')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(await ended).toBe(PanelClosedError.code)
    expect(stand.root.childElementCount).toBe(0)
  })
})

describe('a recovery kit', () => {
  test('is given out after its code was typed back', async () => {
    const saved: Blob[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:kit'
    })
    const kit = { kind: 'latchkey-recovery-kit', accounts: [`eip155:1:${ADDRESS}`] }
    const makeKit = async () => ({ kit, code: CODE }) as never
    const ended = start(fakePanelContext({ vault: { makeKit } }), 'downloadKit')
    await userEvent.click(button('Make the kit'))
    await expect.element(page.getByRole('listitem').nth(6)).toHaveTextContent('666X')
    await userEvent.click(button('I wrote it down'))
    const field = page.getByRole('textbox', { name: 'Last four characters' })
    await userEvent.fill(field, '6667')
    await userEvent.click(button('Continue'))
    await expect.element(page.getByRole('alert')).toHaveTextContent(/not the end of the code/)
    expect(saved).toEqual([])
    await userEvent.fill(field, ' 666x')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(button('Save the file'))
    await expect.element(page.getByText(/You need both to recover/)).toBeVisible()
    await userEvent.click(button('Done'))
    expect(await ended).toBe('done')
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(kit)
    create.mockRestore()
  })
})

describe('a recovery code', () => {
  const shownCode = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent ?? '')

  const SEALED = [
    'POST /keys/v1/keysets/:keysetId/release',
    'POST /keys/v1/wallets/:walletId/methods',
    'POST /keys/v1/wallets/:walletId/methods/open',
  ]

  test('is enrolled after two of its groups were typed back; shown again on request', async () => {
    const made = fakePanelContext()
    const ended = start(made, 'createCode')
    await userEvent.click(button('Show the code'))
    await userEvent.click(button('I wrote it down'))
    await userEvent.click(button('Show the code again'))
    await expect.element(button('Print')).toBeVisible()
    // All that needs a fresh login has been done: to write it down may take minutes.
    expect(made.calls).toEqual(SEALED)
    const groups = shownCode()
    expect(groups).toHaveLength(7)
    await userEvent.click(button('I wrote it down'))
    expect(text()).not.toContain(groups.join(''))
    await userEvent.click(button('Continue'))
    await expect.element(page.getByRole('alert').first()).toHaveTextContent(/not what the code says/)
    for (const label of stand.root.querySelectorAll('label')) {
      const at = Number(/\d+/.exec(label.textContent ?? '')?.[0]) - 1
      await userEvent.fill(page.getByLabelText(label.textContent ?? ''), (groups[at] ?? '').toLowerCase())
    }
    await userEvent.click(button('Continue'))
    await expect.element(heading('Your recovery code works')).toBeVisible()
    await userEvent.click(button('Done'))
    expect(await ended).toBe('done')
    expect(made.calls).toEqual([...SEALED, 'POST /account/v1/methods/:methodId/prove'])
  })

  test('is not shown where the login is too old to seal it: nobody writes down what will not work', async () => {
    const refuse = () => Promise.reject(new FreshLoginRequiredError())
    const made = fakePanelContext({ replies: { '/keys/v1/wallets/:walletId/methods': refuse } })
    const ended = start(made, 'createCode')
    await userEvent.click(button('Show the code'))
    expect(await ended).toBe(FreshLoginRequiredError.code)
    expect(shownCode()).toEqual([])
  })

  test('that is not written down is taken away again', async () => {
    const made = fakePanelContext()
    const ended = start(made, 'createCode')
    await userEvent.click(button('Show the code'))
    await expect.element(button('Print')).toBeVisible()
    stand.stage.close()
    expect(await ended).toBe(PanelClosedError.code)
    expect(made.calls).toEqual([...SEALED, 'DELETE /account/v1/methods/:methodId'])
  })

  test('says so where the browser does not print', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    void start(fakePanelContext(), 'createCode')
    await userEvent.click(button('Show the code'))
    await userEvent.click(button('Print'))
    const told = page.getByText(/did not let us print/)
    await expect.element(told.first()).toBeVisible()
    print.mockImplementation(() => void window.dispatchEvent(new Event('beforeprint')))
    stand.stage.close()
    void start(fakePanelContext(), 'createCode')
    await userEvent.click(button('Show the code'))
    await userEvent.click(button('Print'))
    await expect.element(told).not.toBeInTheDocument()
    print.mockRestore()
  })

  test('that is misspelt is told in place, and the service is not asked', async () => {
    const made = fakePanelContext()
    void start(made, 'proveCode')
    await userEvent.fill(page.getByRole('textbox', { name: 'Recovery code' }), `${CODE.slice(0, -1)}Y`)
    await userEvent.click(button('Continue'))
    await expect.element(page.getByRole('alert')).toHaveTextContent(/not the recovery code of this wallet/)
    await expect
      .element(page.getByRole('textbox', { name: 'Recovery code' }))
      .toHaveAttribute('aria-invalid', 'true')
    expect(made.calls).toEqual([])
  })
})

describe('the stage', () => {
  test('draws nothing where nobody sees it', async () => {
    seen = false
    const made = fakePanelContext()
    expect(await start(made, 'exportKey')).toBe(PanelClosedError.code)
    expect(made.calls).toEqual([])
  })

  test('holds one panel: the next closes the one before', async () => {
    const first = start(fakePanelContext(), 'createCode')
    await expect.element(button('Show the code')).toBeVisible()
    void start(fakePanelContext(), 'proveCode')
    expect(await first).toBe(PanelClosedError.code)
    await expect.element(heading('Try your recovery code')).toBeVisible()
  })

  test('says what a person can do something about, and tries again', async () => {
    let broken = true
    const reply = () => (broken ? Promise.reject(new ServiceUnreachableError()) : {})
    const vault = { reveal: async () => SECRET }
    void start(fakePanelContext({ vault, replies: { '/account/v1/export': reply } }), 'exportKey')
    await typeWord()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/cannot reach the wallet service/)
    broken = false
    await userEvent.click(button('Try again'))
    await expect.element(button('Hold to show')).toBeVisible()
  })

  test('ends with the caller', async () => {
    const caller = new AbortController()
    const script = scriptOf(fakePanelContext().context, { panel: 'createCode', ...look }, never)
    const ended = stand.stage.run(look, caller.signal, script).catch((error: { code: number }) => error.code)
    await expect.element(button('Show the code')).toBeVisible()
    caller.abort()
    expect(await ended).toBe(PanelClosedError.code)
  })

  test('needs a wallet that is open here', async () => {
    const made = fakePanelContext({ signedIn: false })
    for (const panel of [
      'createCode',
      'createPasskey',
      'proveCode',
      'provePasskey',
      'approveJoin',
    ] as const) {
      expect(await start(made, panel)).not.toBe('done')
    }
    expect(made.calls).toEqual([])
  })
})
