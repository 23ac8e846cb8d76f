import { describe, expect, it } from 'vitest'
import type { Network } from '../interfaces/Connector.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { base, mainnet, testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'
import { disconnect } from './reconnect.ts'
import { addNetwork, removeNetwork } from './switchNetwork.ts'

const optimism: Network = { ...base, id: 10, name: 'Optimism', caipNetworkId: 'eip155:10' }
const solana: Network = { ...base, id: 'sol', caipNetworkId: 'solana:sol', chainNamespace: 'solana' }
const ids = ({ config }: ReturnType<typeof testConfig>) =>
  config.networks.getState().networks.map(({ caipNetworkId }) => caipNetworkId)

describe('addNetwork', () => {
  it('adds one, and replaces the one of its id', () => {
    const made = testConfig()
    addNetwork(made.config, optimism)
    addNetwork(made.config, { ...optimism, name: 'OP Mainnet' })
    expect(ids(made)).toEqual(['eip155:1', 'eip155:8453', 'eip155:10'])
    expect(made.config.networks.getState().networks.at(-1)?.name).toBe('OP Mainnet')
  })
  it('R5-7 R8-7 R8-22 needs an adapter for its namespace', () => {
    const made = testConfig()
    expect(() => addNetwork(made.config, solana)).toThrow('Adapter not found')
    expect(ids(made)).toEqual(['eip155:1', 'eip155:8453'])
  })
})

describe('removeNetwork', () => {
  it('R5-8 needs an adapter for its namespace', () => {
    expect(() => removeNetwork(testConfig().config, 'solana:sol')).toThrow('Adapter not found')
  })
  it('the active one gives way to the first that is left', () => {
    const made = testConfig()
    removeNetwork(made.config, 'eip155:1')
    expect(ids(made)).toEqual(['eip155:8453'])
    expect(made.config.networks.getState().activeId).toBe('eip155:8453')
  })
  it('the last one stays, and an unknown one changes nothing', () => {
    const made = testConfig()
    removeNetwork(made.config, 'eip155:99')
    removeNetwork(made.config, 'eip155:1')
    removeNetwork(made.config, 'eip155:8453')
    expect(ids(made)).toEqual(['eip155:8453'])
  })
  it('a wallet that is on it stays there, unsupported', () => {
    const made = testConfig()
    made.config.accounts.setState({
      byNamespace: {
        eip155: { status: 'connected', allAccounts: [], address: '0x1', caipAddress: 'eip155:1:0x1' },
      },
    })
    removeNetwork(made.config, 'eip155:1')
    expect(made.config.networks.getState().activeId).toBe('eip155:1')
  })
  it('one to begin with that is gone is not what a disconnected page comes back to', async () => {
    const { config, wallet } = testConfig()
    const come = async () => {
      await connectFake(wallet, connect(config, { connectorId: 'fake' }))
      const leaving = disconnect(config)
      wallet.take('disconnect').resolve(undefined)
      await leaving
      return config.networks.getState().activeId
    }
    removeNetwork(config, 'eip155:1')
    expect(await come()).toBe('eip155:8453')
    addNetwork(config, mainnet)
    expect(await come()).toBe('eip155:1')
  })
})
