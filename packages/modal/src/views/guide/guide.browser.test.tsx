import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pretendEmail } from '../../workbench/pretend/pretendConnectors.ts'
import { pairingConnector } from '../../workbench/pretend/sampleExtensions.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})
const views = () => stage.config.router.getState().stack.map(({ name }) => name)
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))

it('somebody without a wallet learns what one is, and is back at the ways to connect in one step', async () => {
  stage = await stageView('Connect', { connectors: [pretendEmail(), pairingConnector()] })
  await press('What is a wallet?')
  await expect.element(page.getByText('Nothing moves until you approve it.')).toBeVisible()
  await press('Continue with e-mail')
  await expect.poll(views).toEqual(['Connect'])
})

it('wallets to install are links to their own sites, and none need be', async () => {
  stage = await stageView('GetWallet', viewStates.GetWallet.default)
  await expect.element(page.getByRole('list', { name: 'Wallets to install' })).toBeVisible()
  const links = page.getByRole('link').elements()
  expect(links).toHaveLength(4)
  for (const link of links) {
    expect(link.getAttribute('href')).toMatch(/^https:\/\/wallet-\d+\.example\/download$/)
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  }
  await expect.element(page.getByText('No app needed')).toBeVisible()
})

it('a wallet whose site is no web page is not named', async () => {
  const hostile = 'javascript:alert(1)'
  stage = await stageView('GetWallet', {
    connectors: [pairingConnector()],
    wallets: async () => ({
      wallets: [{ id: 'bad', name: 'Bad', homepage: hostile }],
      count: 1,
      hasMore: false,
    }),
  })
  await expect.element(page.getByText('We cannot show any wallets right now.')).toBeVisible()
  expect(page.getByRole('link').elements()).toHaveLength(0)
})

it('a page that offers no wallet says nothing of them', async () => {
  stage = await stageView('Connect', { connectors: [pretendEmail()] })
  await expect.element(page.getByRole('textbox')).toBeVisible()
  expect(page.getByText('What is a wallet?').elements()).toHaveLength(0)
})

it('what a network is stands under the networks, and leads back to them', async () => {
  stage = await stageView('Networks', viewStates.Networks.default)
  await press('What is a network?')
  await expect.element(page.getByText('Networks are separate')).toBeVisible()
  await press('Got it')
  await expect.poll(() => views().at(-1)).toBe('Networks')
})
