import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

it('lets choose with the keyboard, and connects what was chosen', async () => {
  stage = await stageView('ConnectingMultiChain', viewStates.ConnectingMultiChain.default)
  const solana = page.getByRole('button', { name: 'Solana' })
  await expect.element(solana).toBeVisible()
  for (let step = 0; step < 8; step += 1) {
    if (stage.modal.element.shadowRoot?.activeElement === solana.element()) break
    await userEvent.tab()
  }
  await userEvent.keyboard('{Enter}')
  expect(stage.config.router.getState().stack.at(-1)).toMatchObject({
    name: 'ConnectingExternal',
    params: { connectorId: 'compass-solana', namespace: 'solana' },
  })
  await expect.poll(() => stage.config.accounts.getState().byNamespace.solana?.status).toBe('connecting')
})

it('marks the one that is connected', async () => {
  stage = await stageView('ConnectingMultiChain', viewStates.ConnectingMultiChain.oneConnected ?? {})
  await expect.element(page.getByRole('button', { name: 'Ethereum Connected' })).toBeVisible()
})

it('says so when the wallet is not there', async () => {
  stage = await stageView('ConnectingMultiChain', viewStates.ConnectingMultiChain.missing ?? {})
  await expect.element(page.getByText('We could not find this wallet')).toBeVisible()
})
