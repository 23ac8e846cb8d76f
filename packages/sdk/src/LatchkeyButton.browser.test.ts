import { base, localhost } from '@latchkey/chain-evm'
import { type CreateConnector, createConnector } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createApp, h, nextTick, shallowRef } from 'vue'
import { createLatchkey, type Latchkey, type LatchkeyOptions } from './createLatchkey.ts'
import type { LatchkeyButton } from './LatchkeyButton.ts'
import { lazyModal, mountOnOpen } from './lazyModal.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const made: Latchkey[] = []

const start = (options: Partial<LatchkeyOptions> = {}) => {
  const latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'https://api.example.net',
    networks: [localhost, base],
    ...options,
  })
  made.push(latchkey)
  return latchkey
}
const place = (markup = '<latchkey-button></latchkey-button>') => {
  const host = document.body.appendChild(document.createElement('div'))
  host.innerHTML = markup
  return host.querySelector('latchkey-button')?.shadowRoot?.querySelector('button') as HTMLButtonElement
}
const connect = ({ config }: Latchkey, balance?: string) =>
  config.accounts.setState({
    byNamespace: {
      eip155: {
        status: 'connected',
        address: ADDRESS,
        caipAddress: `eip155:31337:${ADDRESS}`,
        allAccounts: [],
        ...(balance ? { balance, balanceSymbol: 'ETH' } : {}),
      },
    },
  })

beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const latchkey of made.splice(0)) latchkey.destroy()
  document.body.replaceChildren()
  document.documentElement.lang = 'en'
})

describe('before a click', () => {
  it('nothing is contacted and no frame is made', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    place()
    start()
    await new Promise(requestAnimationFrame)
    expect(fetched).not.toHaveBeenCalled()
    expect(document.querySelector('iframe')).toBeNull()
    fetched.mockRestore()
  })

  it('R9-69 a session that is stored is restored', async () => {
    localStorage.setItem(
      'latchkey.connections',
      JSON.stringify({ eip155: { connectorId: 'wallet', caipNetworkId: 'eip155:31337' } }),
    )
    start({ connectors: [wallet] })
    const button = place()
    await expect.poll(() => button.dataset.state).toBe('connected')
  })
})

const wallet: CreateConnector = createConnector(() => ({
  id: 'wallet',
  name: 'Wallet',
  type: 'EXTERNAL',
  namespaces: ['eip155'],
  connect: async () => result,
  reconnect: async () => result,
  disconnect: async () => undefined,
  request: async () => null,
}))
const result = {
  accounts: [{ namespace: 'eip155' as const, address: ADDRESS, type: 'eoa' as const }],
  caipNetworkId: 'eip155:31337' as const,
}

describe('the button', () => {
  it('waits for a config, whichever comes first', () => {
    start().destroy()
    const button = place()
    expect(button.disabled).toBe(true)
    start()
    expect(button.disabled).toBe(false)
    expect(place().disabled).toBe(false)
  })

  it('opens the modal by keyboard, and gets the focus back', async () => {
    start()
    const button = place()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Connect' })).toBeVisible()
    expect(button.ariaExpanded).toBe('true')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement?.localName).toBe('latchkey-button')
    expect(button.ariaExpanded).toBe('false')
  })

  it('R1-5 says who is connected, on which network', () => {
    const latchkey = start()
    const button = place('<latchkey-button balance="show"></latchkey-button>')
    connect(latchkey, '1.23456')
    expect(button.textContent).toBe('1.234 ETH0xf39F…2266')
    expect(button.ariaLabel).toBe('Wallet 1.234 ETH, 0xf39F…2266 on Local')
    latchkey.config.accounts.setState({ byNamespace: {} })
    expect(button.textContent).toBe('Connect')
    expect(button.ariaLabel).toBeNull()
  })

  it.each([
    ['0.00012345', 8, '0.00012345'],
    ['0.10000000', 8, '0.100'],
    ['1.5', 8, '1.500'],
    ['0.0001', undefined, '<0.001'],
  ])('shows %s of a coin that is counted in %s places as %s', (balance, balanceDigits, shown) => {
    const latchkey = start()
    const button = place('<latchkey-button balance="show"></latchkey-button>')
    Object.assign(latchkey.config.adapters.eip155 ?? {}, { balanceDigits })
    connect(latchkey, balance)
    expect(button.textContent).toBe(`${shown} ETH0xf39F…2266`)
  })

  it('reads the balance anew for whoever connects again, and for another config', async () => {
    const button = place('<latchkey-button balance="show"></latchkey-button>')
    const known = () => expect.poll(() => button.textContent).toBe('2.500 ETH0xf39F…2266')
    const latchkey = start()
    for (const { config } of [latchkey, start()])
      Object.assign(config.adapters.eip155 ?? {}, { getBalance: async () => '2.5' })
    connect(latchkey)
    await known()
    latchkey.config.accounts.setState({ byNamespace: {} })
    connect(latchkey)
    await known()
    latchkey.destroy()
    expect(button.textContent).toBe('Connect')
    connect(made.at(-1) as Latchkey)
    await known()
  })

  it('shows no balance that it does not know, and none unless asked', () => {
    const latchkey = start()
    const plain = place()
    connect(latchkey, '5')
    expect(plain.textContent).toBe('0xf39F…2266')
  })

  it('draws nothing anew while the modal opens and closes', () => {
    const latchkey = start()
    const button = place()
    connect(latchkey)
    const drawn = button.firstChild
    latchkey.open()
    expect(button.ariaExpanded).toBe('true')
    latchkey.close()
    expect(button.ariaExpanded).toBe('false')
    expect(button.firstChild).toBe(drawn)
  })

  it('takes a label, a language and a theme', async () => {
    document.documentElement.lang = 'de'
    const { setTheme } = start()
    const labelled = place('<latchkey-button label="Open wallet"></latchkey-button>')
    const plain = place()
    await expect.poll(() => plain.textContent).toBe('Verbinden')
    expect(labelled.textContent).toBe('Open wallet')
    setTheme({ locale: 'en', themeMode: 'light' })
    expect(plain.textContent).toBe('Connect')
    expect(plain.dataset.theme).toBe('light')
    expect(getComputedStyle(plain).color).toBe('rgb(255, 255, 255)')
  })

  it.each([
    ['fr-CA', 'Connexion'],
    ['zh-TW', '連接'],
    ['ar', 'ربط'],
  ])('speaks %s, and English until that is loaded', async (locale, word) => {
    const { setTheme } = start()
    const button = place()
    setTheme({ locale })
    expect(button.textContent).toBe('Connect')
    await expect.poll(() => button.textContent).toBe(word)
  })

  it('the language that was asked for last stays, however long another one takes to load', async () => {
    const { setTheme } = start()
    const button = place()
    for (const locale of ['ja', 'en', 'ko', 'vi', 'en']) setTheme({ locale })
    setTheme({ locale: 'uk' })
    await expect.poll(() => button.textContent).toBe('Підключити')
    setTheme({ locale: 'en' })
    await import('@latchkey/i18n/languages/button').then(({ loadCatalogue }) => loadCatalogue('uk'))
    expect(button.textContent).toBe('Connect')
  })

  it('writes no attribute on its element, which a page rendered by a server hydrates as it was', () => {
    connect(start())
    const button = place('<latchkey-button label="Open wallet"></latchkey-button>')
    const element = (button.getRootNode() as ShadowRoot).host
    expect(element.getAttributeNames()).toEqual(['label'])
  })

  it('a part that is drawn anew between press and release does not take the click with it', () => {
    connect(start())
    const button = place()
    const { left, top, width, height } = (button.querySelector('bdi') as HTMLElement).getBoundingClientRect()
    const root = button.getRootNode() as ShadowRoot
    expect(root.elementFromPoint(left + width / 2, top + height / 2)).toBe(button)
  })
  it('several show the same', () => {
    const latchkey = start()
    const buttons = [place(), place()]
    connect(latchkey)
    expect(buttons.map(({ dataset }) => dataset.state)).toEqual(['connected', 'connected'])
  })

  it('an address is text, whatever it holds', () => {
    const latchkey = start()
    const button = place()
    const { accounts } = latchkey.config
    accounts.setState({
      byNamespace: {
        eip155: { status: 'connected', address: '0x1', profileName: '<img src=x>', allAccounts: [] },
      },
    })
    expect(button.querySelector('img')).toBeNull()
    expect(button.textContent).toBe('<img src=x>')
  })
})

describe('disabled', () => {
  it('is a property and an attribute, of which "false" is off', () => {
    start()
    const button = place()
    const element = (button.getRootNode() as ShadowRoot).host as LatchkeyButton
    element.setAttribute('disabled', 'false')
    expect([element.disabled, button.disabled]).toEqual([false, false])
    element.disabled = true
    expect([element.getAttribute('disabled'), button.disabled]).toEqual(['', true])
    element.disabled = false
    expect([element.hasAttribute('disabled'), button.disabled]).toEqual([false, false])
    element.setAttribute('disabled', '')
    expect([element.disabled, button.disabled]).toEqual([true, true])
  })

  it('follows what Vue binds to it, false from the beginning as well', async () => {
    start()
    const disabled = shallowRef<boolean | undefined>(false)
    const host = document.body.appendChild(document.createElement('div'))
    const app = createApp({ render: () => h('latchkey-button', { disabled: disabled.value }) })
    app.mount(host)
    const button = host.querySelector('latchkey-button')?.shadowRoot?.querySelector('button')
    for (const value of [false, true, undefined, true, false]) {
      disabled.value = value
      await nextTick()
      expect(button?.disabled).toBe(value ?? false)
    }
    app.unmount()
  })
})

describe('a modal that does not load', () => {
  it('is said on the button, and tried again', async () => {
    const latchkey = start()
    const button = place()
    const loadModal = vi.fn(() => Promise.reject(new Error('offline')))
    const modal = lazyModal(latchkey.config, loadModal)
    await expect(modal.mount()).rejects.toMatchObject({ code: 8003 })
    expect(button.textContent).toBe('Could not open. Try again')
    await expect(modal.mount()).rejects.toMatchObject({ code: 8003 })
    expect(loadModal).toHaveBeenCalledTimes(2)
  })

  it('is asked for by each opening until it is in the page, and by none after that', async () => {
    const { config } = start({ preload: 'none' })
    const mount = vi.fn<() => Promise<never>>().mockRejectedValueOnce(new Error('offline'))
    mount.mockResolvedValueOnce(undefined as never)
    mountOnOpen(config, { mount })
    for (const times of [1, 2, 2]) {
      config.modal.setState({ open: true })
      await Promise.resolve()
      expect(mount).toHaveBeenCalledTimes(times)
      config.modal.setState({ open: false })
    }
  })

  it('is not asked for without an end where it is a part of the page, which is always open', async () => {
    const { config } = start({ preload: 'none', container: document.createElement('div') })
    const loadModal = vi.fn(() => Promise.reject(new Error('offline')))
    const modal = lazyModal(config, loadModal)
    mountOnOpen(config, modal)
    await expect(modal.mount()).rejects.toMatchObject({ code: 8003 })
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    expect(loadModal).toHaveBeenCalledOnce()
  })

  it('is not mounted after it was destroyed', async () => {
    const latchkey = start({ preload: 'none' })
    const modal = lazyModal(latchkey.config, async () => {
      const { mountModal } = await import('@latchkey/modal')
      return () => mountModal(latchkey.config)
    })
    modal.destroy()
    await expect(modal.mount()).rejects.toMatchObject({ code: 8003 })
    expect(document.querySelector('latchkey-modal')).toBeNull()
  })
})

it('refuses a wallet on the site of the page, in words', async () => {
  const latchkey = start({ walletOrigin: location.origin })
  latchkey.open()
  const field = page.getByRole('textbox', { name: 'E-mail' })
  await field.fill('ada@example.com')
  await userEvent.click(page.getByRole('button', { name: 'Send code' }))
  await expect.element(page.getByText('The wallet must be on a different site')).toBeVisible()
  expect(document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('iframe')).toBeNull()
})

it('R2-10 lives in an element of the page when it is given one', async () => {
  const container = document.body.appendChild(document.createElement('div'))
  start({ container })
  await expect.poll(() => container.querySelector('latchkey-modal')).not.toBeNull()
  await expect.element(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
})
