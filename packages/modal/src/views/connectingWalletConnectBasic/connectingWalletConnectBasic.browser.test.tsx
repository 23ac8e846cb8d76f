import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Stage, stageView } from '../../states/stageView.ts'
import { viewStates } from '../../states/viewStates.ts'

let stage: Stage
const states = viewStates.ConnectingWalletConnectBasic
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

it('R2-16 has the code first, then the wallets', async () => {
  stage = await stageView('ConnectingWalletConnectBasic', states.default)
  const code = page.getByRole('img', { name: 'QR code to scan with your wallet' })
  const wallet = page.getByRole('button', { name: 'Harbour' })
  await expect.element(code).toBeVisible()
  await expect.element(wallet).toBeInTheDocument()
  expect(code.element().compareDocumentPosition(wallet.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.click(wallet)
  expect(stage.config.router.getState().stack.at(-1)).toMatchObject({
    name: 'ConnectingWalletConnect',
    params: { wallet: { id: 'wallet-2' } },
  })
})

it('R2-16 is the list on a phone, and pairs with nobody before one is chosen', async () => {
  stage = await stageView('ConnectingWalletConnectBasic', states.mobile ?? {})
  await expect.element(page.getByRole('button', { name: 'Harbour' })).toBeVisible()
  expect(page.getByRole('img', { name: /^QR code/ }).elements()).toEqual([])
  expect(stage.config.accounts.getState().byNamespace.eip155?.status ?? 'disconnected').toBe('disconnected')
})

it('still lists wallets when pairing fails', async () => {
  stage = await stageView('ConnectingWalletConnectBasic', states.failed ?? {})
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Harbour' })).toBeVisible()
})
