import type { TokenBalance } from '@latchkey/core'
import { transferFormOf } from '@latchkey/core/transfer'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { SAMPLE_TOKENS } from '../../workbench/pretend/sampleTokens.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

withoutMotion()

let stage: Stage
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})
const [ether, dollar] = SAMPLE_TOKENS as [TokenBalance, TokenBalance]
const form = () => transferFormOf(stage.config).getState()
const tell = (tokenBalance: readonly TokenBalance[]) => signedIn(stage.config, { tokenBalance })
const write = (fields: object) => transferFormOf(stage.config).setState(fields)
/** The service tells nothing: only `tell` changes what the account has. */
const untold = ({ tokens: _told, ...state }: ViewState = {}): ViewState => state
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

it('an amount of a token that is told no longer is no amount of another one', async () => {
  stage = await stageView('WalletSend', untold(viewStates.WalletSend.filled))
  write({ tokenId: dollar.address, amount: '0.5' })
  await expect.element(page.getByRole('button', { name: /^Token: Harbour Dollar/ })).toBeVisible()
  tell([ether])
  await expect.element(page.getByRole('button', { name: /^Token: Ether/ })).toBeVisible()
  expect(form()).toMatchObject({ tokenId: undefined, amount: '' })
})

it('the review of a token that is told no longer sends nothing else', async () => {
  stage = await stageView('WalletSendPreview', untold(viewStates.WalletSendPreview.default))
  write({ tokenId: dollar.address, amount: '0.5' })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect.element(page.getByText('HUSD').first()).toBeVisible()
  tell([ether])
  await painted()
  expect(send.elements()).toEqual([])
})

it('an amount stays one of the token that it was written of, whatever stands first in the list later', async () => {
  stage = await stageView('WalletSend', untold(viewStates.WalletSend.default))
  tell([dollar])
  await expect.element(page.getByRole('button', { name: /^Token: Harbour Dollar/ })).toBeVisible()
  await userEvent.fill(page.getByRole('textbox', { name: /^Amount/ }), '1')
  tell([ether, dollar])
  await painted()
  await expect.element(page.getByRole('button', { name: /^Token: Harbour Dollar/ })).toBeVisible()
})
