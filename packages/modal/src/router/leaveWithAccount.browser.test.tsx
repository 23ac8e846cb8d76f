import { type ChainNamespace, type Config, close, disconnect, goBack, push } from '@latchkey/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../testing/withoutMotion.ts'
import { TWO_NAMESPACES } from '../workbench/pretend/sampleNetworks.ts'
import { signedIn } from '../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../workbench/stageView.ts'
import { viewStates } from '../workbench/viewStates.ts'

withoutMotion()

let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
  document.body.replaceChildren()
})
const names = () => stage.config.router.getState().stack.map(({ name }) => name)
const signOutElsewhere = ({ accounts }: Config, namespace: ChainNamespace = 'eip155') =>
  accounts.setState(({ byNamespace }) => ({
    byNamespace: { ...byNamespace, [namespace]: { status: 'disconnected', allAccounts: [] } },
  }))

it.each([
  'Account',
  'AccountSettings',
  'AccountType',
  'WalletReceive',
  'WalletSend',
  'RegisterAccountName',
] as const)('R2-35 whoever is signed out elsewhere while %s is open can connect again', async (name) => {
  stage = await stageView(name, viewStates[name].default)
  expect(names().at(-1)).toBe(name)
  signOutElsewhere(stage.config)
  await expect.element(page.getByRole('dialog', { name: 'Connect', exact: true })).toBeVisible()
  expect(names()).toEqual(['Connect'])
})

it.each(['Networks', 'Language'] as const)('%s stays, and leads back to connecting', async (name) => {
  const below = [{ name: 'Account' }]
  stage = await stageView(name, { below, prepare: (config) => signedIn(config) })
  signOutElsewhere(stage.config)
  await Promise.resolve()
  expect(names().at(-1)).toBe(name)
  goBack(stage.config)
  await expect.poll(names).toEqual(['Connect'])
})

it('an account of another namespace that the page turns to is shown', async () => {
  stage = await stageView('Account', {
    networks: TWO_NAMESPACES,
    prepare: (config) => signedIn(config),
  })
  const { config } = stage
  const evm = config.accounts.getState().byNamespace.eip155
  const solana = TWO_NAMESPACES.find(({ chainNamespace }) => chainNamespace === 'solana')
  if (!evm || !solana) throw new Error('The stage has no second namespace.')
  config.accounts.setState({ byNamespace: { eip155: evm, solana: evm } })
  config.networks.setState({ activeId: solana.caipNetworkId })
  await disconnect(config, { namespace: 'solana' })
  expect(config.networks.getState().activeId).toMatch(/^eip155:/)
  expect(names()).toEqual(['Account'])
})

it('a modal in the page leads to connecting after a sign-out', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  stage = await stageView('Account', viewStates.Account.default, {}, place)
  await userEvent.click(page.getByRole('button', { name: /^(?:Disconnect|Sign out)$/ }))
  await expect.poll(names).toEqual(['Connect'])
})

it('a modal that is closed opens nothing', async () => {
  stage = await stageView('Account', viewStates.Account.default)
  push(stage.config, { name: 'AccountSettings' })
  close(stage.config)
  signOutElsewhere(stage.config)
  await Promise.resolve()
  expect(stage.config.modal.getState().open).toBe(false)
})
