import { base, localhost } from '@latchkey/chain-evm'
import { connect } from '@latchkey/core'
import { connectorOverWallet, createMockInjectedWallet } from '@latchkey/testing/injected'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { createLatchkey, type LatchkeyOptions } from './createLatchkey.ts'
import { defineLatchkeyElements } from './elements.ts'
import { CustomButton, LatchkeyProvider } from './react.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const stops: (() => void)[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop()
  document.body.replaceChildren()
  document.documentElement.lang = 'en'
})

function start(options: Partial<LatchkeyOptions> = {}) {
  const wallet = createMockInjectedWallet({ announce: false, chains: [8453] })
  const latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'http://127.0.0.1:9',
    networks: [localhost, base],
    connectors: [connectorOverWallet(wallet.provider)],
    ...options,
  })
  stops.push(wallet.remove, latchkey.destroy)
  return latchkey
}
function place() {
  document.body.innerHTML =
    '<latchkey-connect></latchkey-connect><latchkey-account></latchkey-account><latchkey-network></latchkey-network>'
  const elements = [...document.body.children] as HTMLElement[]
  const [connecting, account, network] = elements as [HTMLElement, HTMLElement, HTMLElement]
  const buttonOf = (element: HTMLElement) => element.shadowRoot?.querySelector('button') as HTMLButtonElement
  const shown = () => elements.map((element) => element.checkVisibility())
  return { connecting, account, network, buttonOf, elements, shown }
}

it('connect is there while nobody is connected, account while somebody is', async () => {
  defineLatchkeyElements()
  defineLatchkeyElements()
  const { connecting, account, network, buttonOf, elements, shown } = place()
  expect(shown()).toEqual([true, false, true])
  expect([buttonOf(connecting).disabled, buttonOf(network).disabled]).toEqual([true, true])
  const { config, open, close } = start()
  expect(buttonOf(connecting).textContent).toBe('Connect')
  await connect(config, { connectorId: 'mock-injected' })
  expect(shown()).toEqual([false, true, true])
  // A page rendered by a server hydrates them as they were.
  expect(elements.flatMap((element) => element.getAttributeNames())).toEqual([])
  expect(buttonOf(account).textContent).toBe('0xf39F…2266')
  buttonOf(account).click()
  expect(config.router.getState().stack).toEqual([{ name: 'Account' }])
  close()
  open({ view: 'Networks' })
  expect(config.router.getState().stack).toEqual([{ name: 'Networks' }])
})

it('network names the active one, opens the list, and follows language and switches', async () => {
  defineLatchkeyElements()
  const { network, buttonOf } = place()
  expect(buttonOf(network).textContent).toBe('Network')
  const { config, switchNetwork, setTheme } = start()
  expect(buttonOf(network).ariaLabel).toBe('Network: Local')
  await switchNetwork('eip155:8453')
  expect(buttonOf(network).textContent).toBe('Base')
  setTheme({ locale: 'de', themeMode: 'light' })
  await expect.poll(() => buttonOf(network).ariaLabel).toBe('Netzwerk: Base')
  expect(buttonOf(network).dataset.theme).toBe('light')
  buttonOf(network).click()
  expect(config.modal.getState().open).toBe(true)
  expect(config.router.getState().stack).toEqual([{ name: 'Networks' }])
  config.networks.setState({ activeId: 'eip155:5' })
  expect(buttonOf(network).textContent).toBe('Nicht unterstütztes Netzwerk')
  network.setAttribute('disabled', 'false')
  expect(buttonOf(network).disabled).toBe(false)
  Object.assign(network, { disabled: true })
  expect(buttonOf(network).disabled).toBe(true)
  network.remove()
  config.networks.setState({ activeId: 'eip155:8453' })
  expect(buttonOf(network).textContent).toBe('Nicht unterstütztes Netzwerk')
})

it('a button of the page’s own knows what ours does', async () => {
  const { config } = start()
  const screen = await render(
    <LatchkeyProvider config={config}>
      <CustomButton>
        {({ address, network, isOpen, open, openNetworks }) => (
          <>
            <button type="button" aria-expanded={isOpen} onClick={open}>
              {address ?? 'Sign in'}
            </button>
            <button type="button" onClick={openNetworks}>
              {network?.name}
            </button>
          </>
        )}
      </CustomButton>
    </LatchkeyProvider>,
  )
  await expect
    .element(screen.getByRole('button', { name: 'Sign in' }))
    .toHaveAttribute('aria-expanded', 'false')
  await connect(config, { connectorId: 'mock-injected' })
  await expect.element(screen.getByRole('button', { name: ADDRESS })).toBeVisible()
  const networks = screen.getByRole('button', { name: 'Local' }).element() as HTMLButtonElement
  networks.click()
  expect(config.router.getState().stack).toEqual([{ name: 'Networks' }])
  await screen.unmount()
})
