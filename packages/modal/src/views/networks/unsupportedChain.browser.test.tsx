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

it('R2-21 leads to a network that the page serves, and is gone then', async () => {
  stage = await stageView('UnsupportedChain', viewStates.UnsupportedChain.default)
  await userEvent.click(page.getByRole('button', { name: 'Base', exact: true }))
  await expect.poll(() => stage.config.networks.getState().activeId).toBe('eip155:8453')
  await expect.poll(() => stage.config.modal.getState().open).toBe(false)
})

it.each(['Sign out', 'Close'])('R2-52 is left by %s as well', async (name) => {
  stage = await stageView('UnsupportedChain', viewStates.UnsupportedChain.default)
  await userEvent.click(page.getByRole('button', { name }))
  await expect.poll(() => stage.config.modal.getState().open).toBe(false)
})

it('stays and says why when the wallet does not switch', async () => {
  stage = await stageView('UnsupportedChain', viewStates.UnsupportedChain.failed ?? {})
  await expect.element(page.getByText('You cannot switch this wallet’s network from here')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
})
