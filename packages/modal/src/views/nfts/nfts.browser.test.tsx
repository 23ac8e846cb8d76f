import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TITLE_ID } from '../../shell/createShell.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})
const show = async (state: string) => {
  stage = await stageView('Account', viewStates.Account[state] ?? {})
}
const text = (selector: string) =>
  [...(stage.modal.element.shadowRoot?.querySelectorAll(selector) ?? [])].map((one) => one.textContent)

it('R2-41 R2-42 the account has the tabs Tokens, NFTs and Activity, and tells its collectibles', async () => {
  await show('nfts')
  await expect.poll(() => text('[role=tab]')).toEqual(['Tokens', 'NFTs', 'Activity'])
  await expect.poll(() => text('.lk-nft-name')[0]).toBe('Tile 1')
  expect(text('.lk-nft-amount')).toEqual(['×12'])
  expect(text('.lk-nft-letter')[2]).toBe('A')
  await expect.element(page.getByText('You have more than we show here.')).toBeVisible()
})
it('says that there is none', async () => {
  await show('nftsEmpty')
  await expect.element(page.getByText('No collectibles yet')).toBeVisible()
})
it('says that the service does not tell, and asks again when it is asked to', async () => {
  await show('nftsFail')
  const told = page.getByRole('status').filter({ hasText: 'We cannot show collectibles right now' })
  await expect.element(told).toBeVisible()
  stage.config.runtime.fetch = async () => Response.json({ nfts: [], hasMore: false })
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => stage.modal.element.shadowRoot?.activeElement?.id).toBe(TITLE_ID)
  await expect.element(page.getByText('No collectibles yet')).toBeVisible()
})
