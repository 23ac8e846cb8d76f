import './panel.css'
import './panelParts.css'
import { PasskeyRefusedError, ServiceUnreachableError } from '@latchkey/protocol/http'
import { PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { scriptOf } from './panelHandlers.ts'
import { fakePanelContext, NOW } from './testing/fakePanelContext.ts'
import { stagePanels } from './testing/stagePanels.ts'

const never = new AbortController().signal
const stand = stagePanels()

/** Starts the panel; the answer is settled text, so that no rejection is left alone. */
function start(fake: ReturnType<typeof fakePanelContext>) {
  const params = { panel: 'createPasskey', themeMode: 'dark' } as const
  return stand.stage.run(params, never, scriptOf(fake.context, params, never)).then(
    () => 'done',
    (error: { code: number }) => error.code,
  )
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name })

describe('a passkey', () => {
  const started = {
    challengeId: 'c',
    challenge: 'AA',
    rpId: 'keys.localhost',
    userHandle: 'AA',
    userName: 'a',
  }
  const replies = {
    '/account/v1/passkeys/start': () => ({ ...started, excludeCredentials: [], expiresAt: NOW + 300_000 }),
    '/account/v1/passkeys/finish': () => ({ methodId: 'm', credentialId: 'id', salt: 'AA' }),
  }

  test('is created inside the click; a person who steps back is asked again', async () => {
    let isActive = false
    let tries = 0
    const create = async () => {
      isActive = navigator.userActivation.isActive
      tries++
      if (tries === 1) throw new PasskeyNotUsedError()
      return { attestation: {} as never, seals: false, prf: null }
    }
    const ended = start(fakePanelContext({ replies, passkeys: { create } }))
    await userEvent.fill(page.getByLabelText('Name of the passkey'), 'My phone')
    await userEvent.click(button('Create passkey'))
    await expect.element(page.getByLabelText('Name of the passkey')).toHaveValue('My phone')
    expect(isActive).toBe(true)
    await userEvent.click(button('Create passkey'))
    await expect.element(heading('This passkey signs you in')).toBeVisible()
    await userEvent.click(button('Done'))
    expect(await ended).toBe('done')
  })

  test('that the service has not heard of is told again, and not made again', async () => {
    let created = 0
    let asked = 0
    const create = async () => {
      created++
      return { attestation: {} as never, seals: false, prf: null }
    }
    const finish = () => {
      asked++
      if (asked === 1) throw new ServiceUnreachableError()
      return { methodId: 'm', credentialId: 'id', salt: 'AA' }
    }
    const late = { ...replies, '/account/v1/passkeys/finish': finish }
    void start(fakePanelContext({ replies: late, passkeys: { create } }))
    await userEvent.click(button('Create passkey'))
    await userEvent.click(button('Try again'))
    await expect.element(heading('This passkey signs you in')).toBeVisible()
    expect([created, asked]).toEqual([1, 2])
  })

  test('that the service refuses is made anew, with another challenge', async () => {
    const used: string[] = []
    const create = async ({ challenge }: { challenge: string }) => {
      used.push(challenge)
      return { attestation: {} as never, seals: false, prf: null }
    }
    let given = 0
    const fresh = {
      '/account/v1/passkeys/start': () => ({
        ...started,
        challenge: `x${++given}`,
        challengeId: `c${given}`,
        excludeCredentials: [],
        expiresAt: NOW + 300_000,
      }),
      '/account/v1/passkeys/finish': (body: unknown) => {
        if ((body as { challengeId: string }).challengeId === 'c1') throw new PasskeyRefusedError()
        return replies['/account/v1/passkeys/finish']()
      },
    }
    void start(fakePanelContext({ replies: fresh, passkeys: { create } }))
    await userEvent.click(button('Create passkey'))
    await expect.element(page.getByText('We could not verify this passkey. Try again.')).toBeVisible()
    await userEvent.click(button('Create passkey'))
    await expect.element(heading('This passkey signs you in')).toBeVisible()
    expect(used).toEqual(['x1', 'x2'])
  })

  test.each([
    ['its challenge', NOW + 300_000, null],
    ['the fresh login that seals it', NOW + 900_000, NOW + 300_000],
  ])('is not made in a click that comes when %s is over', async (_, expiresAt, freshUntil) => {
    let now = NOW
    const made: string[] = []
    const create = async ({ challenge }: { challenge: string }) => {
      made.push(challenge)
      return { attestation: {} as never, seals: false, prf: null }
    }
    let given = 0
    const begin = () => {
      const later = now - NOW
      return {
        ...replies['/account/v1/passkeys/start'](),
        challenge: `x${++given}`,
        expiresAt: expiresAt + later,
      }
    }
    const fresh = {
      ...replies,
      '/account/v1': () => ({ freshUntil: freshUntil && freshUntil + (now - NOW) }),
      '/account/v1/passkeys/start': begin,
    }
    void start(fakePanelContext({ replies: fresh, passkeys: { create }, now: () => now }))
    await expect.element(button('Create passkey')).toBeVisible()
    now = NOW + 301_000
    await userEvent.click(button('Create passkey'))
    await expect.element(page.getByText('No passkey was used. You can try again.')).toBeVisible()
    await userEvent.click(button('Create passkey'))
    await expect.element(heading('This passkey signs you in')).toBeVisible()
    expect(made).toEqual(['x2'])
  })

  test('that could only sign in is announced as that before it is made', async () => {
    void start(fakePanelContext({ replies, passkeys: { knowsPrf: async () => false } }))
    await expect.element(page.getByText(/It cannot open the wallet/)).toBeVisible()
  })

  test('whose gesture needs a click of its own gets one', async () => {
    const create = async () => ({ attestation: {} as never, seals: true, prf: null })
    const use = async () => Promise.reject(new PasskeyNotUsedError())
    void start(fakePanelContext({ replies, passkeys: { create, use } }))
    await userEvent.click(button('Create passkey'))
    await expect.element(heading('Now try the passkey')).toBeVisible()
    await userEvent.click(button('Use passkey'))
    await expect.element(page.getByText('No passkey was used. You can try again.')).toBeVisible()
  })
})
