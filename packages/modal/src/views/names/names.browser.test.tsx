import { nameFormOf } from '@latchkey/core/names'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { pretendEmail, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

withoutMotion()

let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})
const states = viewStates.RegisterAccountName
const show = async (state: string) => {
  stage = await stageView('RegisterAccountName', states[state] ?? states.default)
}
const field = () => page.getByRole('textbox', { name: 'Name' })

describe('R2-22 choosing a name', () => {
  it('R5-34 writes small letters, says that the name is free, and offers others that are', async () => {
    await show('default')
    await userEvent.fill(field(), 'AliCe')
    await expect.element(field()).toHaveValue('alice')
    await expect.element(page.getByText('alice.wallet.example is free')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'the-alice' }))
    await expect.element(field()).toHaveValue('the-alice')
    await expect.element(page.getByText('the-alice.wallet.example is free')).toBeVisible()
  })
  it('says that a name is taken, and asks no wallet for it', async () => {
    await show('taken')
    await expect.element(page.getByText('alice.wallet.example is taken. Try another one.')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Register' }))
    await expect.poll(() => stage.modal.element.shadowRoot?.activeElement).toBe(field().element())
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
  })
  it('R5-33 calls a short name wrong once it is wanted, and a wrong sign at once', async () => {
    await show('default')
    await userEvent.fill(field(), 'abc')
    expect(page.getByText('Use four or more characters.').elements()).toHaveLength(0)
    await userEvent.click(page.getByRole('button', { name: 'Register' }))
    await expect.element(page.getByText('Use four or more characters.')).toBeVisible()
    await userEvent.fill(field(), 'al_ice')
    await expect.element(page.getByText('Use only letters, digits and hyphens.')).toBeVisible()
  })
  it('R8-25 says that the service does not answer, and stands in nobody’s way', async () => {
    await show('unread')
    await expect.element(page.getByText('We could not check similar names')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Register' })).toBeEnabled()
  })
  it.each([
    ['failed', 'The name was not registered'],
    ['lost', 'Someone just took this name'],
    ['declined', 'You declined. No name was registered.'],
  ])('R8-26 R2-50 R2-51 that is %s leaves the form with what was typed', async (state, words) => {
    await show(state)
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(field()).toHaveValue('alice')
  })
  it('says so where there are no names', async () => {
    await show('off')
    await expect.element(page.getByText('Names are not available here')).toBeVisible()
  })
})

it('R2-23 the name that was given is told with its address, and leads home', async () => {
  stage = await stageView('RegisterAccountNameSuccess', viewStates.RegisterAccountNameSuccess.default)
  await expect.element(page.getByText('alice.wallet.example')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  await expect.poll(() => stage.config.router.getState().stack.at(-1)?.name).toBe('Account')
})

it.each([
  ['gives', { result: `0x${'11'.repeat(65)}` }],
  ['declines', { code: 4001 }],
])('what a wallet %s when another account has come says nothing of that one', async (_, outcome) => {
  let answer = () => {}
  const signed = new Promise<unknown>((resolve, reject) => {
    answer = () => ('result' in outcome ? resolve(outcome.result) : reject(outcome))
  })
  signed.catch(() => undefined)
  stage = await stageView('RegisterAccountName', {
    ...states.default,
    connectors: [pretendEmail({ request: () => signed })],
  })
  const { config } = stage
  const other = config.runtime.fetch
  let registered = 0
  config.runtime.fetch = async (url, init) => {
    if (init?.method !== 'POST') return other?.(url, init) ?? new Response(null, { status: 503 })
    registered += 1
    return Response.json({ success: true })
  }
  await userEvent.fill(field(), 'alice')
  await userEvent.click(page.getByRole('button', { name: 'Register' }))
  await expect.poll(() => nameFormOf(config).getState().isRegistering).toBe(true)
  const address = `0x${'22'.repeat(20)}` as const
  signedIn(config, { address, caipAddress: `eip155:1:${address}` })
  // In the store: soon the approval's view stands before the form.
  nameFormOf(config).setState({ label: 'bobby' })
  answer()
  if ('result' in outcome) await expect.poll(() => registered).toBe(1)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.poll(() => config.router.getState().stack.at(-1)?.name).toBe('RegisterAccountName')
  expect(nameFormOf(config).getState()).toEqual({ label: 'bobby', isRegistering: false, error: undefined })
  expect(config.accounts.getState().byNamespace.eip155?.profileName).toBeUndefined()
})

describe('the settings of an account', () => {
  const home = { connectors: [pretendEmail({ identity: {} })], nameZone: 'wallet.example' }
  it('R1-15 of this wallet without a name leads to choosing one', async () => {
    stage = await stageView('AccountSettings', { ...home, prepare: (config) => signedIn(config) })
    await userEvent.click(page.getByRole('button', { name: /^Choose a name/ }))
    await expect.poll(() => stage.config.router.getState().stack.at(-1)?.name).toBe('RegisterAccountName')
  })
  it('with a name, and one of another wallet, does not', async () => {
    stage = await stageView('AccountSettings', {
      ...home,
      profileName: 'alice.wallet.example',
      prepare: (config) => signedIn(config, { profileName: 'alice.wallet.example' }),
    })
    await expect.element(page.getByText('Language')).toBeVisible()
    expect(stage.config.accounts.getState().byNamespace.eip155?.address).toBe(SAMPLE_ADDRESS)
    expect(page.getByRole('button', { name: /^Choose a name/ }).elements()).toHaveLength(0)
  })
})
