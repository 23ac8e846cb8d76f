import { afterEach, expect, it, vi } from 'vitest'
import { patchAccount } from '../account/accounts.ts'
import { close, open } from '../modal/open.ts'
import { ADDRESS } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { createConnectFlow } from './connectFlow.ts'

afterEach(() => void vi.restoreAllMocks())

async function make(parameters: { embedded?: boolean } = {}) {
  const { config, wallet } = testConfig({ features: { socials: ['google'] }, ...parameters })
  const flow = createConnectFlow(config)
  await flow.start()
  return { config, wallet, flow }
}

it('a social login opens its window in the click itself, and going back closes it', async () => {
  const { flow, wallet } = await make()
  const popup = window.open('about:blank', '_blank', 'popup')
  const opened = vi.spyOn(window, 'open').mockReturnValue(popup)
  void flow.signInWithSocial('google')
  expect(opened).toHaveBeenCalledOnce()
  expect(flow.getState().step).toEqual({ name: 'social', provider: 'google', phase: 'opening' })
  await expect.poll(() => wallet.waiting.map(({ name }) => name)).toEqual(['socialUri'])
  flow.back()
  expect(flow.getState().step).toEqual({ name: 'choose' })
  await expect.poll(() => popup?.closed ?? true).toBe(true)
})

it('a window that the browser blocks ends the step with its code', async () => {
  const { flow } = await make()
  vi.spyOn(window, 'open').mockReturnValue(null)
  void flow.signInWithSocial('google')
  await expect.poll(() => flow.getState().step).toMatchObject({ name: 'ended', reason: 'failed' })
})

it('Farcaster and passkeys are on the wallet’s own screen', async () => {
  const { config, flow } = await make()
  void flow.signInWithSocial('farcaster')
  expect(flow.getState().step).toEqual({ name: 'walletScreen' })
  expect(config.router.getState().stack.map(({ name }) => name)).toEqual(['ConnectingFarcaster'])
  flow.signInWithPasskey()
  expect(config.router.getState().stack.map(({ name }) => name)).toEqual(['ConnectingPasskey'])
  expect([config.modal.getState().open, flow.getState().step.name]).toEqual([true, 'walletScreen'])
  flow.back()
  expect([config.modal.getState().open, flow.getState().step.name]).toEqual([false, 'choose'])
})

it('what is open when the wallet’s screen is done with is not closed with the page’s ways to connect', async () => {
  const { config, flow } = await make()
  flow.signInWithPasskey()
  close(config)
  expect(flow.getState().step).toEqual({ name: 'choose' })
  open(config, { view: 'Account' })
  flow.stop()
  expect(config.modal.getState().open).toBe(true)
})

it('a sign-in that follows the wallet’s screen is not declined when the page leaves its ways to connect', async () => {
  const { config, flow } = await make()
  flow.signInWithPasskey()
  patchAccount(config.accounts, 'eip155', { status: 'connected', address: ADDRESS })
  // As the sign-in with a wallet does, over the view that has connected.
  open(config, { view: 'SIWXSignMessage' })
  expect(flow.getState().step).toEqual({ name: 'connected', address: ADDRESS })
  flow.stop()
  expect(config.modal.getState().open).toBe(true)
})

it('a wallet’s screen in a modal that is part of the page is over when the modal shows what it begins with', async () => {
  const { config, flow } = await make({ embedded: true })
  flow.signInWithPasskey()
  expect(flow.getState().step).toEqual({ name: 'walletScreen' })
  close(config)
  expect(flow.getState().step).toEqual({ name: 'choose' })
  flow.signInWithPasskey()
  config.router.setState({ stack: [{ name: 'Connect' }] })
  expect(flow.getState().step).toEqual({ name: 'choose' })
  flow.signInWithPasskey()
  flow.back()
  expect(config.router.getState().stack.map(({ name }) => name)).toEqual(['Connect'])
  open(config, { view: 'WhatIsAWallet' })
  flow.stop()
  expect(config.router.getState().stack.map(({ name }) => name)).toEqual(['WhatIsAWallet'])
})

it('a link that the modal shows is not taken away with the page’s ways to connect', async () => {
  const { config, flow } = await make()
  open(config, { view: 'ConnectingWalletConnect' })
  config.modal.setState({ pairingUri: 'wc:1', pairingExpiresAt: 1 })
  flow.stop()
  expect(config.modal.getState()).toMatchObject({ pairingUri: 'wc:1', pairingExpiresAt: 1 })
})

it('a wallet that serves other namespaces than the active one is asked for its own', async () => {
  const { config, flow } = await make()
  const asked: unknown[] = []
  for (const namespace of ['solana', 'bip122'] as const)
    config.addConnector(() => ({
      ...{ id: `two:${namespace}`, rdns: 'org.two', name: 'Two', type: 'ANNOUNCED', namespaces: [namespace] },
      async connect({ caipNetworkId }) {
        asked.push([namespace, caipNetworkId])
        return { accounts: [{ namespace, address: 'x', type: 'eoa' }], caipNetworkId: `${namespace}:1` }
      },
      reconnect: async () => undefined,
      disconnect: async () => undefined,
      request: async () => undefined,
    }))
  const entry = { name: 'ConnectingMultiChain' as const, params: { rdns: 'org.two' } }
  const shared = { key: 'org.two', group: 'injected' as const, chip: undefined, installed: true }
  await flow.connect({ ...shared, name: 'Two', icon: undefined, entry })
  expect(asked).toEqual([['solana', undefined]])
  expect(config.accounts.getState().byNamespace.eip155).toBeUndefined()
})

it('pairing on a phone has links into the wallet’s app', async () => {
  const { config, flow } = await make()
  config.addConnector(() => ({
    id: 'walletConnect',
    name: 'WalletConnect',
    type: 'WALLET_CONNECT',
    namespaces: ['eip155'],
    connect: () => new Promise(() => undefined),
    reconnect: async () => undefined,
    disconnect: async () => undefined,
    request: async () => undefined,
  }))
  const listing = { id: 'rain', name: 'Rain', mobile_link: 'rain://', link_mode: 'https://rain.example' }
  const entry = { name: 'ConnectingWalletConnect' as const, params: { wallet: listing } }
  const shared = { key: 'rain', group: 'recommended' as const, chip: undefined, installed: false }
  void flow.connect({ ...shared, name: 'Rain', icon: undefined, entry })
  const uri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
  config.modal.setState({ pairingUri: uri })
  expect(flow.getState().step).toMatchObject({ name: 'pairing', uri, links: [] })
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16)')
  config.modal.setState({})
  expect(flow.getState().step).toMatchObject({
    name: 'pairing',
    uri,
    links: [
      { href: expect.stringContaining('https://rain.example') },
      { href: expect.stringContaining('rain://') },
    ],
  })
  flow.back()
})
