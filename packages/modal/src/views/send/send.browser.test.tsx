import { transferFormOf } from '@latchkey/core/transfer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { failing, pretendEmail } from '../../workbench/pretend/pretendConnectors.ts'
import { FRIEND, MISTYPED } from '../../workbench/pretend/pretendTransfers.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

withoutMotion()

const HASH = `0x${'ab'.repeat(32)}`
let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})
const view = () => stage.config.router.getState().stack.at(-1)?.name
const form = () => transferFormOf(stage.config).getState()
const amount = () => page.getByRole('textbox', { name: /^Amount/ })
const to = () => page.getByRole('textbox', { name: 'To' })
const focused = (field: Locator) =>
  expect.poll(() => stage.modal.element.shadowRoot?.activeElement === field.element()).toBe(true)
const review = () => userEvent.click(page.getByRole('button', { name: 'Review' }))
/** A wallet with screens of its own that answers so. */
const wallet = (request: () => Promise<unknown>): Pick<ViewState, 'connectors'> => ({
  connectors: [(context) => ({ ...pretendEmail({ request })(context), approvesInFrame: false })],
})
const send = (state: string) => viewStates.WalletSend[state] ?? {}
const preview = (state: string) => viewStates.WalletSendPreview[state] ?? {}

describe('the amount', () => {
  it('turns between the token and dollars, and says what it is in the other', async () => {
    stage = await stageView('WalletSend', send('default'))
    await userEvent.fill(amount(), '0,5')
    await userEvent.click(page.getByRole('button', { name: /^\$1,225\.68\./ }))
    expect(form()).toMatchObject({ unit: 'fiat', amount: '1225.68' })
    await expect.element(amount()).toHaveValue('1225.68')
    await userEvent.click(page.getByRole('button', { name: /^0\.499 ETH\./ }))
    expect(form().unit).toBe('token')
  })
  it('takes no letters, and leaves what stood there', async () => {
    stage = await stageView('WalletSend', send('filled'))
    await userEvent.fill(amount(), '12abc')
    expect(form().amount).toBe('0.5')
  })
  it('of Max leaves the fee of the native coin', async () => {
    stage = await stageView('WalletSend', send('default'))
    await userEvent.click(page.getByRole('button', { name: 'Send as much as you can' }))
    await expect.poll(() => form().amount).toBe('1.51188367')
  })
  it('of Max without a fee says so, and fills nothing in', async () => {
    stage = await stageView('WalletSend', {
      ...send('default'),
      transfers: { estimateFee: () => failing(7020) },
    })
    await userEvent.click(page.getByRole('button', { name: 'Send as much as you can' }))
    await expect.element(page.getByText(/^We could not read the fee/)).toBeVisible()
    expect(form().amount).toBe('')
  })
  it.each([
    ['notEnough', 'You have 1.512 ETH.'],
    ['badAmount', 'Enter an amount such as 0.5, with up to 6 decimal places.'],
  ])('that cannot be sent is said to be (%s)', async (state, words) => {
    stage = await stageView('WalletSend', send(state))
    await expect.element(amount()).toHaveAccessibleDescription(new RegExp(words.replaceAll('.', '\\.')))
    await review()
    expect(view()).toBe('WalletSend')
    await focused(amount())
  })
})

describe('the recipient', () => {
  it.each([
    [MISTYPED, /has a typing error/],
    ['nobody.eth', 'We found no address for this name.'],
    ['offline.eth', /^Error resolving name/],
  ])('R8-24 %s is refused with a reason', async (text, words) => {
    stage = await stageView('WalletSend', send('default'))
    await userEvent.fill(to(), text)
    await expect.element(page.getByText(words)).toBeVisible()
  })
  it('that is no address is not called wrong before somebody wants to send', async () => {
    stage = await stageView('WalletSend', send('filled'))
    await userEvent.fill(to(), '0x1234')
    expect(page.getByText('That is not an address on this network.').elements()).toEqual([])
    await review()
    await expect.element(page.getByText('That is not an address on this network.')).toBeVisible()
    await focused(to())
  })
  it('of a payment link fills the form in', async () => {
    stage = await stageView('WalletSend', send('default'))
    await userEvent.fill(to(), `ethereum:${FRIEND}?value=1e17`)
    await expect.poll(form).toMatchObject({ recipient: FRIEND, amount: '0.1', tokenId: 'native' })
  })
})

describe('what is missing', () => {
  it('R5-35 is said in the words of the specification, and the focus goes there', async () => {
    stage = await stageView('WalletSend', send('default'))
    await review()
    await expect.element(page.getByText('An amount and receiver address are required')).toBeVisible()
    await focused(amount())
    await userEvent.fill(amount(), '1')
    await expect.poll(() => page.getByText(/are required/).elements()).toEqual([])
    await review()
    await focused(to())
  })
  it('R5-37 on a network that cannot be sent on is the whole view', async () => {
    stage = await stageView('WalletSend', {
      ...send('default'),
      prepare: (config) => {
        send('default').prepare?.(config)
        config.networks.setState({ activeId: 'eip155:999999' })
      },
    })
    await expect.element(page.getByText('Network not supported')).toBeVisible()
  })
  it('another token empties the amount, and leads back', async () => {
    stage = await stageView('WalletSend', send('filled'))
    await userEvent.click(page.getByRole('button', { name: 'Token: Ether. Choose another one' }))
    await userEvent.click(page.getByRole('button', { name: /^Harbour Dollar/ }))
    await expect.poll(view).toBe('WalletSend')
    expect(form()).toMatchObject({ amount: '', recipient: FRIEND })
    await expect.element(page.getByText('250.500 HUSD available')).toBeVisible()
  })
})

describe('the review', () => {
  it.each([
    ['lookAlike', 'This address looks like one you know'],
    ['tokenContract', 'This is the token’s own contract'],
    ['contract', 'A contract is at this address'],
    ['own', 'This is your own address'],
    ['unused', 'This address has never been used on this network'],
    ['first', 'No earlier transfer to this address is known here'],
    ['planted', 'This address was planted in your history'],
    ['feeTooHigh', 'There may not be enough ETH for the fee'],
    ['refused', 'The network would refuse this'],
  ])('warns (%s)', async (state, words) => {
    stage = await stageView('WalletSendPreview', preview(state))
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  })
  it.each([
    [7103, 'This is too little to send'],
    [7204, 'This is too little to send'],
    [7203, 'You do not have enough for this'],
  ])('says what a network of another kind would refuse (%s)', async (code, words) => {
    stage = await stageView('WalletSendPreview', {
      ...preview('default'),
      transfers: { estimateFee: () => failing(code) },
    })
    await expect.element(page.getByText(words)).toBeVisible()
  })
  it('says nothing of an address that was sent to before', async () => {
    stage = await stageView('WalletSendPreview', preview('default'))
    await expect.element(page.getByText('<0.001').or(page.getByText(/0\.00047/))).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    expect(page.getByText(/No earlier transfer/).elements()).toEqual([])
  })
  it('R2-49 R4-56 R4-59 R4-89 leads home when the wallet has sent, with the transfer on its way', async () => {
    stage = await stageView('WalletSendPreview', { ...preview('default'), ...wallet(async () => HASH) })
    await expect.element(page.getByText('<0.001').or(page.getByText(/0\.00047/))).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))
    await expect.poll(() => stage.config.router.getState().stack).toEqual([{ name: 'Account' }])
    await expect.element(page.getByText('Sending 0.5 ETH')).toBeVisible()
    expect(form()).toMatchObject({ amount: '', recipient: '' })
  })
  it.each([
    ['whose screens are here says so by its receipt alone', true, false],
    ['of another kind is told of', false, true],
  ])('a transfer of a wallet %s', async (_, approvesInFrame, isTold) => {
    const answers: ViewState['connectors'] = [
      (context) => ({ ...pretendEmail({ request: async () => HASH })(context), approvesInFrame }),
    ]
    stage = await stageView('WalletSendPreview', { ...preview('default'), connectors: answers })
    await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))
    await expect.poll(() => form()?.amount).toBe('')
    await expect.element(page.getByText('Sending 0.5 ETH')).toBeVisible()
    expect(stage.config.notices.getState().toast !== undefined).toBe(isTold)
  })
  it('R4-58 leads back to the form when the person declines, with what was written', async () => {
    stage = await stageView('WalletSendPreview', { ...preview('default'), ...wallet(() => failing(4001)) })
    await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))
    await expect.poll(view).toBe('WalletSend')
    await expect.element(page.getByText('You declined. Nothing was sent.')).toBeVisible()
    expect(form()).toMatchObject({ amount: '0.5', recipient: FRIEND })
  })
  it.each([1012, 2020, 2038, 6035])(
    'asks nobody to send again what may have been sent (%s)',
    async (code) => {
      stage = await stageView('WalletSendPreview', { ...preview('default'), ...wallet(() => failing(code)) })
      await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))
      await expect.element(page.getByText('Check its activity before you send again.')).toBeVisible()
      expect(page.getByText(/[Tt]ry again/).elements()).toEqual([])
    },
  )
  it('R4-57 stays when it fails, and says why', async () => {
    stage = await stageView('WalletSendPreview', { ...preview('default'), ...wallet(() => failing(7015)) })
    await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))
    await expect.element(page.getByText('You do not have enough for this')).toBeVisible()
    expect(view()).toBe('WalletSendPreview')
    await expect
      .element(page.getByRole('button', { name: 'Send', exact: true }))
      .not.toHaveAttribute('aria-busy')
  })
})

it('receiving names the networks that share the address, and one alone for a smart account', async () => {
  stage = await stageView('WalletReceive', viewStates.WalletReceive.default)
  await expect.element(page.getByText(/^This address works on these networks/)).toBeVisible()
  const named = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((one) => one.querySelector('span:last-child')?.textContent)
  expect(named()).toEqual(['Ethereum', 'Base'])
  stage.modal.destroy()
  stage = await stageView('WalletReceive', viewStates.WalletReceive.smartAccount ?? {})
  await expect.element(page.getByText(/^Use this address on Ethereum only/)).toBeVisible()
  expect(named()).toEqual(['Ethereum'])
})
