import type { Siwx } from '@latchkey/core'
import { watchSiwx } from '@latchkey/core/siwx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing, never } from '../../workbench/pretend/pretendConnectors.ts'
import { pretendSiwx } from '../../workbench/pretend/pretendSiwx.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

let stage: Stage
let stop = () => {}
const signMessage = vi.fn<NonNullable<Siwx['signMessage']>>()
const addSession = vi.fn<Siwx['addSession']>()
const start = async (required = true) => {
  stage = await stageView('SIWXSignMessage', {
    prepare: (config) => {
      signedIn(config, { connectedWalletInfo: { name: 'Rainfall', type: 'ANNOUNCED' } })
      pretendSiwx(config, { signMessage, addSession, getRequired: () => required })
    },
  })
  stop = watchSiwx(stage.config)
  await expect.poll(() => stage.config.runtime.holdsOpen).toBeDefined()
}
const button = (name: string) => page.getByRole('button', { name })
const isOpen = () => stage.config.modal.getState().open
const status = () => stage.config.accounts.getState().byNamespace.eip155?.status

beforeEach(async () => {
  await page.viewport(1_280, 800)
  signMessage.mockReset().mockResolvedValue('0x00')
  addSession.mockReset().mockResolvedValue()
})
afterEach(() => {
  stop()
  stage.modal.destroy()
  stage.config.destroy()
})

it('R2-19 says who asks, from where, and what a signature means', async () => {
  await start()
  await expect.element(page.getByText('Harbour Market asks you to sign in')).toBeVisible()
  await expect.element(page.getByText(location.host)).toBeVisible()
  await expect.element(page.getByText(/It costs nothing and moves nothing/)).toBeVisible()
})

it('R4-69 R4-70 stores the session and closes', async () => {
  await start()
  await userEvent.click(button('Sign'))
  await expect.poll(isOpen).toBe(false)
  expect(addSession).toHaveBeenCalledTimes(1)
})

it('asks once, says that it waits, and can be left meanwhile', async () => {
  signMessage.mockImplementation(() => never())
  await start()
  await userEvent.click(button('Sign'))
  await expect.element(button('Signing')).toHaveAttribute('aria-busy', 'true')
  ;(button('Signing').element() as HTMLElement).click()
  await vi.waitFor(() => expect(signMessage).toHaveBeenCalledTimes(1), 15_000)
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Sign the message in your wallet.' }))
    .toBeInTheDocument()
  await userEvent.click(button('Cancel'))
  await expect.poll(isOpen).toBe(false)
})

it.each([
  ['R4-71 R4-72 a fault', -32603, 'The sign-in did not work'],
  ['R8-12 a no', 4001, 'You declined the signature.'],
])('stays after %s, says so, and may be tried again', async (_, code, text) => {
  signMessage.mockImplementationOnce(() => failing(code))
  await start()
  await userEvent.click(button('Sign'))
  await expect
    .element(
      page
        .getByRole('status')
        .filter({ hasText: text })
        .or(page.getByRole('alert').filter({ hasText: text }))
        .first(),
    )
    .toBeInTheDocument()
  expect(isOpen()).toBe(true)
  await userEvent.click(button('Sign'))
  await expect.poll(isOpen).toBe(false)
})

describe('leaving', () => {
  it('R4-75 is blocked while the page requires it, by any way, with the reason in sight', async () => {
    await start()
    await expect
      .element(
        page.getByText('This site needs you to sign in. If you cancel, your wallet disconnects.').first(),
      )
      .toBeVisible()
    await userEvent.click(button('Close'))
    expect(isOpen()).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(true)
    await expect
      .element(page.getByRole('status').filter({ hasText: 'This site needs you to sign in.' }))
      .toBeInTheDocument()
  })

  it('R4-73 by Cancel disconnects', async () => {
    await start()
    await userEvent.click(button('Cancel'))
    await expect.poll(status).toBe('disconnected')
    expect(isOpen()).toBe(false)
  })

  it('R4-74 by Cancel or Close leaves the connection where it is only offered', async () => {
    await start(false)
    expect(page.getByText(/needs you to sign in/).elements()).toEqual([])
    await userEvent.click(button('Cancel'))
    await expect.poll(isOpen).toBe(false)
    expect(status()).toBe('connected')
  })
})
