import { describe, expect, it } from 'vitest'
import { setTheme } from '../modal/open.ts'
import { createStorage } from '../storage/createStorage.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { base, mainnet, testConfig } from '../testing/testConfig.ts'

describe('createConfig', () => {
  it('works where there is no window', () => {
    expect(typeof window).toBe('undefined')
    expect(testConfig({ storage: createStorage() }).config.accounts.getState().byNamespace).toEqual({})
  })
  it('R5-3 needs a project id', () =>
    expect(() => testConfig({ projectId: '' })).toThrow('Project ID Not Configured'))
  it('R3-30 R3-31 begins with the first network, or the one named', () => {
    expect(testConfig().config.networks.getState().activeId).toBe('eip155:1')
    const firstOf = (parameters: Parameters<typeof testConfig>[0]) => {
      const { config } = testConfig(parameters)
      expect(config.defaultNetworkId).toBe(config.networks.getState().activeId)
      return config.defaultNetworkId
    }
    expect(firstOf({ networks: [base, mainnet] })).toBe('eip155:8453')
    expect(firstOf({ networks: [mainnet, base], defaultNetwork: base })).toBe('eip155:8453')
    // One that the page does not list would be unsupported from the start.
    expect(firstOf({ networks: [base], defaultNetwork: mainnet })).toBe('eip155:8453')
  })
  it('R3-31 R3-78 begins with the network used last, if it is still listed', () => {
    const storage = createStorage(() => undefined)
    storage.set(STORAGE_KEYS.lastUsedChain, 'eip155:8453')
    const { networks } = testConfig({ storage }).config
    expect(networks.getState().activeId).toBe('eip155:8453')
    // What a server renders: it has no storage.
    expect(networks.getInitialState().activeId).toBe('eip155:1')
    expect(testConfig({ storage, networks: [mainnet] }).config.networks.getState().activeId).toBe('eip155:1')
  })
  it('R9-54 is dark unless told otherwise, and tells connectors of changes', () => {
    const { config, wallet } = testConfig({ accent: '#00f' })
    const seen: unknown[] = []
    expect(wallet.context.getTheme()).toEqual({ themeMode: 'dark', accent: '#00f' })
    wallet.context.onThemeChange(() => seen.push(wallet.context.getTheme()))
    setTheme(config, { themeMode: 'light' })
    expect(seen).toEqual([{ themeMode: 'light', accent: '#00f' }])
  })
  it('two on one page share nothing', () => {
    const [a, b] = [testConfig().config, testConfig().config]
    a.modal.setState({ open: true })
    setTheme(a, { themeMode: 'light' })
    expect(b.modal.getState().open).toBe(false)
    expect(b.theme.getState().themeMode).toBe('dark')
  })
  it('has events for its own connectors only', () =>
    expect(() => testConfig().config.eventsOf('none')).toThrow('No connector'))
})
