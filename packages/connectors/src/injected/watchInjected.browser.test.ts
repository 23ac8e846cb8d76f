import { type Config, createConfig, createStorage, reconnect, STORAGE_KEYS } from '@latchkey/core'
import { createMockInjectedWallet, type MockInjectedWalletOptions } from '@latchkey/testing/injected'
import { afterEach, describe, expect, it } from 'vitest'
import { mainnet } from '../testing/connectorContext.ts'
import { watchInjected } from './watchInjected.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop()
})

function wallet(options: MockInjectedWalletOptions = {}) {
  const made = createMockInjectedWallet({ chainId: 1, ...options })
  stops.push(made.remove)
  return made
}
function page(options: Partial<Parameters<typeof createConfig>[0]> = {}): Config {
  const config = createConfig({
    projectId: 'test',
    networks: [mainnet],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example' },
    storage: createStorage(() => undefined),
    connectors: [],
    ...options,
  })
  stops.push(config.destroy, watchInjected(config))
  return config
}
const listed = (config: Config) =>
  config.connectors.getState().connectors.map(({ id, name, type }) => ({ id, name, type }))
const find = (config: Config, id: string) =>
  config.connectors.getState().connectors.find((connector) => connector.id === id)

describe('EIP-6963', () => {
  it('R9-44 lists who is there and who comes later, by rdns', () => {
    wallet({ name: 'Aurora', rdns: 'com.example.aurora' })
    const config = page()
    wallet({ name: 'Borealis', rdns: 'com.example.borealis' })
    expect(listed(config)).toEqual([
      { id: 'com.example.aurora', name: 'Aurora', type: 'ANNOUNCED' },
      { id: 'com.example.borealis', name: 'Borealis', type: 'ANNOUNCED' },
    ])
  })
  it('wallets of one name are different wallets, and each connects to its own', async () => {
    const wallets = ['com.one.wallet', 'com.two.wallet', 'com.three.wallet'].map((rdns) =>
      wallet({ name: 'Wallet', rdns }),
    )
    wallet({ announce: false, legacy: true })
    const config = page()
    expect(listed(config).map(({ id }) => id)).toEqual([
      'com.one.wallet',
      'com.two.wallet',
      'com.three.wallet',
      'injected',
    ])
    await find(config, 'com.two.wallet')?.connect({})
    expect(wallets.map(({ calls }) => calls.length > 0)).toEqual([false, true, false])
  })
  it('two wallets of one rdns are both listed, and neither is restored', async () => {
    const storage = createStorage(() => undefined)
    wallet({ rdns: 'com.twin', connected: true })
    const second = wallet({ rdns: 'com.twin', connected: true })
    const config = page({ storage })
    expect(listed(config).map(({ id }) => id)).toEqual(['com.twin', `com.twin:${second.info.uuid}`])
    expect(await find(config, 'com.twin')?.reconnect({})).toBeUndefined()
    await find(config, 'com.twin')?.connect({})
    // After a reload only one has announced itself so far: it may be the other one.
    second.remove()
    const reloaded = page({ storage })
    expect(await find(reloaded, 'com.twin')?.reconnect({})).toBeUndefined()
    await find(reloaded, 'com.twin')?.connect({})
    expect(await find(page({ storage }), 'com.twin')?.reconnect({})).toBeDefined()
  })
  it('an announcement of the same uuid makes no second entry, but brings the new provider', async () => {
    const { info } = wallet({ rdns: 'com.again' })
    const config = page()
    const again = wallet({ rdns: 'com.again', uuid: info.uuid })
    wallet({ rdns: 'com.other', uuid: info.uuid })
    expect(listed(config)).toHaveLength(1)
    await find(config, 'com.again')?.connect({})
    expect(again.calls.length).toBeGreaterThan(0)
  })
  it('passes over what is no announcement, and over Latchkey itself', () => {
    wallet({ rdns: 'dev.latchkey' })
    wallet({ rdns: 'com.throws', throwingGetters: ['request'] })
    const config = page()
    for (const detail of [undefined, null, {}, { info: {}, provider: {} }])
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    expect(listed(config)).toEqual([])
  })
  it('asks no wallet for anything, and hears nothing after the end', () => {
    const { calls } = wallet()
    const config = page()
    expect(calls).toEqual([])
    stops.pop()?.()
    wallet({ rdns: 'com.late' })
    expect(listed(config)).toHaveLength(1)
  })
  it('enableEIP6963 turns it off', () => {
    wallet()
    expect(listed(page({ enableEIP6963: false }))).toEqual([])
  })
  it('a stored connection is restored with a wallet that announces itself a little late', async () => {
    const storage = createStorage(() => undefined)
    storage.set(
      STORAGE_KEYS.connections,
      JSON.stringify({ eip155: { connectorId: 'com.late', caipNetworkId: 'eip155:1' } }),
    )
    const config = page({ storage })
    const restoring = reconnect(config)
    wallet({ rdns: 'com.late', connected: true })
    await restoring
    expect(config.accounts.getState().byNamespace.eip155).toMatchObject({ status: 'connected' })
  })
})

describe('window.ethereum', () => {
  it('is one wallet, named by its flags', () => {
    wallet({ announce: false, legacy: true, flags: { isTrust: true } })
    expect(listed(page())).toEqual([
      { id: 'injected.com.trustwallet.app', name: 'Trust Wallet', type: 'INJECTED' },
    ])
  })
  it('is left out when the same object, or a wallet of its flags, has announced itself', () => {
    wallet({ rdns: 'com.same', legacy: true })
    wallet({ rdns: 'io.metamask' })
    wallet({ announce: false, legacy: 'providers', flags: { isMetaMask: true } })
    expect(listed(page()).map(({ id }) => id)).toEqual(['com.same', 'io.metamask'])
  })
  it('has several providers, each a wallet of its own', () => {
    wallet({ announce: false, legacy: 'providers' })
    wallet({ announce: false, legacy: 'providers', flags: { isRabby: true, isMetaMask: true } })
    wallet({ announce: false, legacy: 'providers' })
    expect(listed(page()).map(({ id }) => id)).toEqual(['injected', 'injected.io.rabby', 'injected:2'])
  })
  it('may come late', () => {
    const config = page()
    wallet({ announce: false, legacy: true })
    window.dispatchEvent(new Event('ethereum#initialized'))
    expect(listed(config).map(({ id }) => id)).toEqual(['injected'])
  })
  it('may come late without a word', async () => {
    const config = page()
    wallet({ announce: false, legacy: true })
    await expect.poll(() => listed(config).length).toBe(1)
  })
  it('gives way to the same wallet when that announces itself late', () => {
    const late = wallet({ rdns: 'com.late', announce: false, legacy: true })
    const config = page()
    expect(listed(config).map(({ id }) => id)).toEqual(['injected'])
    late.announce()
    expect(listed(config).map(({ id }) => id)).toEqual(['com.late'])
  })
  it('enableInjected turns it off', () => {
    wallet({ announce: false, legacy: true })
    expect(listed(page({ enableInjected: false }))).toEqual([])
  })
})
