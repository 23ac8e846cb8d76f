import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pretendEmail, pretendExtension } from '../../workbench/pretend/pretendConnectors.ts'
import { pairingConnector, rainfallExtension } from '../../workbench/pretend/sampleExtensions.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { withOptions } from '../../workbench/pretend/withOptions.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

let stage: Stage
const start = async (state: ViewState | undefined) => {
  stage = await stageView('Connect', state ?? {})
}
const top = () => stage.config.router.getState().stack.at(-1)
const rows = () =>
  [...(stage.modal.element.shadowRoot?.querySelectorAll('.lk-row') ?? [])].map((row) =>
    row.textContent?.replace(/\s+/g, ' ').trim(),
  )

const extension = (name: string) => pretendExtension(name, 'ANNOUNCED', { rdns: `org.example.${name}` })

beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

describe('the wallets of Connect', () => {
  it('R9-33 R9-34 R9-43 stand in order, with their chips and the way to all', async () => {
    await start(viewStates.Connect.recent)
    await expect
      .poll(rows)
      .toEqual(['Quartz Recent', 'Harbour Recent', 'Rainfall Installed', 'WalletConnect', 'All wallets 580+'])
  })

  it('are three on the first view, with the others a step away where the list of all has them not', async () => {
    await start({ connectors: [pairingConnector(), ...['A', 'B', 'C', 'D', 'E'].map(extension)] })
    // Each begins with its letter, in place of a picture.
    await expect.poll(rows).toEqual(['AA Installed', 'BB Installed', 'CC Installed', 'WalletConnect', 'More'])
    await userEvent.click(page.getByRole('button', { name: 'More' }))
    await expect.element(page.getByRole('dialog', { name: 'Wallets' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'E Installed' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'All wallets' })).toBeVisible()
  })

  it('are a list, and begin on one line with all the ways to connect', async () => {
    await start(viewStates.Connect.socialsAndWallets)
    await expect.element(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    const list = page.getByRole('list', { name: 'Wallets' })
    await expect.poll(() => list.getByRole('listitem').elements().length).toBeGreaterThan(2)
    const labels = stage.modal.element.shadowRoot?.querySelectorAll('.lk-row .lk-row-label') ?? []
    const starts = new Set([...labels].map((label) => label.getBoundingClientRect().left))
    expect(starts.size).toBe(1)
  })

  it('lead to the view of each', async () => {
    await start(viewStates.Connect.installed)
    await userEvent.click(page.getByRole('button', { name: 'Rainfall Installed' }))
    expect(top()).toMatchObject({ name: 'ConnectingExternal', params: { connectorId: 'rainfall' } })
  })

  it('that is not here leads to a code', async () => {
    await start(viewStates.Connect.wallets)
    await userEvent.click(page.getByRole('button', { name: 'Compass' }))
    expect(top()).toMatchObject({ name: 'ConnectingWalletConnect', params: { wallet: { id: 'wallet-3' } } })
  })

  it('of several namespaces leads to their choice', async () => {
    await start(viewStates.Connect.multiChain)
    await userEvent.click(page.getByRole('button', { name: 'Compass Installed' }))
    expect(top()).toMatchObject({ name: 'ConnectingMultiChain', params: { rdns: 'org.example.wallet3' } })
  })

  it('R2-44 come first when one that is installed joins later', async () => {
    await start({ connectors: [pretendEmail(), pairingConnector()] })
    const first = () => stage.modal.element.shadowRoot?.querySelector('form, .lk-row')?.tagName
    expect(first()).toBe('FORM')
    stage.config.addConnector(rainfallExtension())
    await expect.poll(first).toBe('BUTTON')
  })

  it('R9-52 have a step of their own where the page collapses them', async () => {
    await start(viewStates.Connect.collapsed)
    expect(rows()).toEqual(['Continue with a wallet'])
    await userEvent.click(page.getByRole('button', { name: 'Continue with a wallet' }))
    await expect.element(page.getByRole('dialog', { name: 'Wallets' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Rainfall Installed' })).toBeVisible()
  })

  it('are still there when the directory is not', async () => {
    await start(viewStates.Connect.directoryDown)
    await expect.poll(rows).toEqual(['WalletConnect', 'All wallets'])
    expect(
      page
        .getByRole('alert')
        .elements()
        .filter(({ textContent }) => textContent !== ''),
    ).toEqual([])
  })
})

describe('what a page turns off', () => {
  it.each([
    ['wallets', { enableWallets: false }, []],
    ['the way to all', { allWallets: 'HIDE' }, ['WalletConnect']],
    ['the way to all but on phones', { allWallets: 'ONLY_MOBILE' }, ['WalletConnect']],
  ] as const)('R9-49 %s', async (_, options, expected) => {
    await start({
      connectors: [pretendEmail(), pairingConnector()],
      prepare: (config) => withOptions(config, options),
    })
    expect(rows()).toEqual(expected)
  })

  it('R9-49 has the way to all on a phone', async () => {
    await start({
      connectors: [pairingConnector()],
      mobile: true,
      prepare: (config) => withOptions(config, { allWallets: 'ONLY_MOBILE' }),
    })
    expect(rows()).toEqual(['WalletConnect', 'All wallets'])
  })

  it('R2-25 e-mail, by the features of the project', async () => {
    await start({
      connectors: [pretendEmail(), pairingConnector()],
      prepare: (config) => config.features.setState({ email: false }),
    })
    expect(page.getByRole('textbox').elements()).toEqual([])
  })
})

describe('the legal line', () => {
  it('links to what it names, without a referrer', async () => {
    await start(viewStates.Connect.legal)
    const link = page.getByRole('link', { name: 'terms of service' })
    await expect.element(link).toHaveAttribute('href', 'https://example.net/terms')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect
      .element(page.getByText('By connecting you agree to the terms of service and the privacy policy.'))
      .toBeVisible()
  })

  it('refuses an address that runs something', async () => {
    await start({
      prepare: (config) => withOptions(config, { termsConditionsUrl: 'javascript:alert(1)' }),
    })
    expect(page.getByRole('link').elements()).toEqual([])
    expect(page.getByText(/By connecting/).elements()).toEqual([])
  })
})
