import { type Connector, showToast } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { failing, never, pretendEmail, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { SMART_ADDRESS, withSmartAccount } from '../../workbench/states/accountType.ts'
import { viewStates } from '../../workbench/viewStates.ts'

withoutMotion()

let stage: Stage
const setPreferredAccountType = vi.fn<NonNullable<Connector['setPreferredAccountType']>>()
const view = () => stage.config.router.getState().stack.at(-1)?.name
const account = () => stage.config.accounts.getState().byNamespace.eip155
const smart = () => page.getByRole('button', { name: /^Smart account/ })
const plain = () => page.getByRole('button', { name: /^Plain account/ })
const start = async () => {
  stage = await stageView('AccountSettings', {
    connectors: [pretendEmail({ identity: {}, setPreferredAccountType })],
    prepare: withSmartAccount,
    below: [{ name: 'Account' }],
  })
  await userEvent.click(page.getByRole('button', { name: /^Account type/ }))
  await expect.poll(view).toBe('AccountType')
}

beforeAll(async () => {
  await import('./SettingsViews.tsx')
  await import('../account/AccountView.tsx')
})
beforeEach(async () => {
  await page.viewport(1_280, 800)
  setPreferredAccountType.mockReset().mockImplementation(async (type) => ({
    type,
    address: type === 'eoa' ? SAMPLE_ADDRESS : SMART_ADDRESS,
  }))
})
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

describe('the kind of account', () => {
  it('R3-36 R8-13 is reached from the settings, says what each is, and warns beside the switch', async () => {
    await start()
    await expect.element(smart()).toHaveAttribute('aria-current', 'true')
    await expect.element(page.getByText(/Your first transaction sets it up on Ethereum/)).toBeVisible()
    await expect.element(page.getByText('This site may not support smart accounts')).toBeVisible()
  })

  it('R3-37 is switched by one press, and the view stays', async () => {
    await start()
    await userEvent.click(plain())
    await expect.element(plain()).toHaveAttribute('aria-current', 'true')
    expect(setPreferredAccountType).toHaveBeenCalledExactlyOnceWith('eoa')
    expect(account()).toMatchObject({ address: SAMPLE_ADDRESS, preferredAccountType: 'eoa' })
    expect(view()).toBe('AccountType')
    expect(page.getByText('This site may not support smart accounts').elements()).toEqual([])
  })

  it('the one in use is not asked for again', async () => {
    await start()
    await userEvent.click(smart())
    expect(setPreferredAccountType).not.toHaveBeenCalled()
  })

  it('waits, and a second press meanwhile does nothing', async () => {
    setPreferredAccountType.mockImplementation(() => never())
    await start()
    await userEvent.click(plain())
    await expect.element(plain()).toHaveAttribute('aria-busy', 'true')
    await userEvent.click(plain(), { force: true })
    await vi.waitFor(() => expect(setPreferredAccountType).toHaveBeenCalledOnce(), 15_000)
  })

  it('says that it failed, changes nothing, and tries again', async () => {
    setPreferredAccountType.mockImplementationOnce(() => failing(6005))
    await start()
    await userEvent.click(plain())
    await expect.element(page.getByText('The wallet did not answer in time')).toBeVisible()
    expect(account()?.address).toBe(SMART_ADDRESS)
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(plain()).toHaveAttribute('aria-current', 'true')
  })

  it('R6-4 a network without smart accounts says where they are', async () => {
    stage = await stageView('AccountType', viewStates.AccountType.otherNetwork ?? {})
    await expect.element(smart()).toBeDisabled()
    await expect.element(page.getByText('Not on Base')).toBeVisible()
    await expect.element(page.getByText('Smart accounts work on Ethereum and Base Sepolia.')).toBeVisible()
  })

  it('R6-4 a wallet with one kind has nothing to choose', async () => {
    stage = await stageView('AccountSettings', viewStates.AccountSettings.default)
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(page.getByText('Account type').elements()).toEqual([])
    stage.modal.destroy()
    stage = await stageView('AccountType', viewStates.AccountSettings.default)
    await expect.element(page.getByText('This wallet has one account on this page.')).toBeVisible()
  })

  it.each([
    ['R8-13', 'noSmartAccounts', 'Diese Website unterstützt Smart-Konten vielleicht nicht'],
    ['R8-14', 'signInFailed', 'Die Anmeldung ist nicht gelungen'],
    ['R8-15', 'authenticating', 'Ihr Konto wird geöffnet'],
  ] as const)(
    '%s core’s sentence about a sign-in is said in the language of the modal: %s',
    async (_, name, words) => {
      stage = await stageView('Account', viewStates.Account.default, { locale: 'de' })
      showToast(stage.config, { kind: 'error', name, message: 'Not of any catalogue' })
      await expect.element(page.getByText(words).first()).toBeInTheDocument()
    },
  )

  it('R3-36 the account says which kind it is', async () => {
    stage = await stageView('Account', viewStates.Account.smartAccount ?? {})
    await expect.element(page.getByText('Smart account', { exact: true })).toBeVisible()
    stage.modal.destroy()
    stage = await stageView('Account', viewStates.Account.default)
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(page.getByText(/^(Smart|Plain) account$/).elements()).toEqual([])
  })
})
