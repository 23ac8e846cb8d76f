import { describe, expect, it } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import type { ConnectorEvents, ConnectResult, Network } from '../interfaces/Connector.ts'
import { createStorage } from '../storage/createStorage.ts'
import { readConnections } from '../storage/storedConnections.ts'
import {
  ADDRESS,
  connected,
  connectFake,
  type FakeConnector,
  fakeConnector,
  OTHER_ADDRESS,
} from '../testing/fakeConnector.ts'
import { base, mainnet, testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'
import { disconnect, reconnect } from './reconnect.ts'
import { switchNetwork } from './switchNetwork.ts'
import { watchConnectors } from './watchConnectors.ts'

const solana: Network = {
  ...base,
  id: 'mainnet',
  name: 'Solana',
  caipNetworkId: 'solana:mainnet',
  chainNamespace: 'solana',
}
const devnet: Network = { ...solana, id: 'devnet', caipNetworkId: 'solana:devnet' }
const SOLANA_ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const solanaResult: ConnectResult = {
  accounts: [{ namespace: 'solana', address: SOLANA_ADDRESS, type: 'eoa' }],
  caipNetworkId: 'solana:mainnet',
}
const both: ConnectResult = {
  accounts: [...connected().accounts, ...solanaResult.accounts],
  caipNetworkId: 'eip155:1',
  wallet: { name: 'Phone wallet' },
}

/** A page on two namespaces, with an EVM wallet, a Solana wallet, and one for both. */
function make(storage = createStorage(() => undefined)) {
  const wallets: Record<string, FakeConnector> = {}
  const wallet = (
    id: string,
    type: 'ANNOUNCED' | 'WALLET_CONNECT' | 'EXTERNAL',
    namespaces: readonly ('eip155' | 'solana')[],
    sharesSession = false,
  ) =>
    ((context) => {
      const fake = fakeConnector(context)
      wallets[id] = fake
      const { email: _email, approvesInFrame: _frame, ...rest } = fake.connector
      return { ...rest, id, name: id, type, namespaces, sharesSession }
    }) satisfies Parameters<ReturnType<typeof testConfig>['config']['addConnector']>[0]
  const { config } = testConfig({
    storage,
    networks: [mainnet, base, solana, devnet],
    connectors: [
      wallet('evm', 'ANNOUNCED', ['eip155']),
      wallet('sol', 'ANNOUNCED', ['solana']),
      wallet('phone', 'WALLET_CONNECT', ['eip155', 'solana'], true),
      wallet('one', 'EXTERNAL', ['eip155', 'solana'], true),
      wallet('two', 'EXTERNAL', ['eip155', 'solana']),
    ],
  })
  const take = (id: string, name: string) => {
    const found = wallets[id]
    if (!found) throw new Error(`No wallet ${id}`)
    return found.take(name)
  }
  const state = (namespace: 'eip155' | 'solana') => accountOf(config.accounts, namespace)
  return { config, wallets, take, state, storage }
}
type Made = ReturnType<typeof make>

/** What has been answered has been taken in. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function connectOne({ config, wallets }: Made, id: string, result: ConnectResult) {
  await connectFake(wallets[id] as FakeConnector, connect(config, { connectorId: id }), result)
}

describe('two namespaces', () => {
  it('are connected at once, by a wallet each; the newer one is active', async () => {
    const made = make()
    await connectOne(made, 'evm', connected())
    await connectOne(made, 'sol', solanaResult)
    expect(made.state('eip155')).toMatchObject({ status: 'connected', address: ADDRESS, connectorId: 'evm' })
    expect(made.state('solana')).toMatchObject({
      status: 'connected',
      address: SOLANA_ADDRESS,
      connectorId: 'sol',
    })
    expect(made.config.networks.getState().activeId).toBe('solana:mainnet')
  })
  it('R3-14 are connected by one session that serves both', async () => {
    const made = make()
    await connectOne(made, 'phone', both)
    expect(made.state('eip155').caipAddress).toBe(`eip155:1:${ADDRESS}`)
    expect(made.state('solana').caipAddress).toBe(`solana:mainnet:${SOLANA_ADDRESS}`)
    expect(made.state('solana').connectedWalletInfo).toEqual({ name: 'Phone wallet', type: 'WALLET_CONNECT' })
    expect(Object.keys(readConnections(made.storage))).toEqual(['eip155', 'solana'])
  })
  it('a wallet that shares accounts of the other one alone leaves none of this one connecting', async () => {
    const made = make()
    await connectOne(made, 'phone', solanaResult)
    expect([made.state('eip155').status, made.state('solana').status]).toEqual(['disconnected', 'connected'])
  })
  it('what a restored session does not share any more is disconnected, and forgotten', async () => {
    const first = make()
    await connectOne(first, 'phone', both)
    const made = make(first.storage)
    const work = reconnect(made.config)
    made.take('phone', 'reconnect').resolve(solanaResult)
    made.take('phone', 'reconnect').resolve(solanaResult)
    await work
    expect([made.state('eip155').status, made.state('solana').status]).toEqual(['disconnected', 'connected'])
    expect(Object.keys(readConnections(made.storage))).toEqual(['solana'])
  })
  it('a switch to the other one asks no wallet that is there already', async () => {
    const made = make()
    await connectOne(made, 'evm', connected())
    await connectOne(made, 'sol', solanaResult)
    await switchNetwork(made.config, 'eip155:1')
    expect(made.config.networks.getState().activeId).toBe('eip155:1')
    expect(made.wallets.evm?.waiting).toEqual([])
    expect(made.wallets.sol?.waiting).toEqual([])
  })
  it('a wallet in the background changes its own namespace alone', async () => {
    const made = make()
    const stop = watchConnectors(made.config)
    await connectOne(made, 'sol', solanaResult)
    await connectOne(made, 'evm', connected())
    await switchNetwork(made.config, 'solana:mainnet')
    made.wallets.evm?.context.emitter.emit('change', { caipNetworkId: 'eip155:8453' })
    expect(made.config.networks.getState().activeId).toBe('solana:mainnet')
    expect(made.state('eip155').caipAddress).toBe(`eip155:8453:${ADDRESS}`)
    stop()
  })
  it('are restored together, and the page stays where it was', async () => {
    const first = make()
    await connectOne(first, 'evm', connected())
    await connectOne(first, 'sol', solanaResult)
    const made = make(first.storage)
    expect(made.config.networks.getState().activeId).toBe('solana:mainnet')
    const work = reconnect(made.config)
    expect([made.state('eip155').status, made.state('solana').status]).toEqual(['connecting', 'connecting'])
    made.take('sol', 'reconnect').resolve(solanaResult)
    made.take('evm', 'reconnect').resolve(connected())
    await work
    expect([made.state('eip155').status, made.state('solana').status]).toEqual(['connected', 'connected'])
    expect(made.config.networks.getState().activeId).toBe('solana:mainnet')
  })
  it('one is disconnected, the other stays', async () => {
    const made = make()
    await connectOne(made, 'evm', connected())
    await connectOne(made, 'sol', solanaResult)
    const work = disconnect(made.config, { namespace: 'solana' })
    made.take('sol', 'disconnect').resolve()
    await work
    expect(made.state('solana').status).toBe('disconnected')
    expect(made.state('eip155').status).toBe('connected')
  })
  it('R4-8 R4-9 R4-10 a pairing goes from disconnected through connecting to connected, and back', async () => {
    const made = make()
    const stop = watchConnectors(made.config)
    const status = () => made.state('eip155').status
    const shown = () => made.config.modal.getState().pairingUri
    expect([status(), shown()]).toEqual(['disconnected', undefined])
    const declined = connect(made.config, { connectorId: 'phone' })
    made.wallets.phone?.context.emitter.emit('pairing', { uri: 'wc:1', expiresAt: 240_000 })
    expect([status(), shown()]).toEqual(['connecting', 'wc:1'])
    made.take('phone', 'connect').reject(new Error('declined'))
    await expect(declined).rejects.toThrow()
    expect(status()).toBe('disconnected')
    await connectOne(made, 'phone', connected())
    expect(status()).toBe('connected')
    made.wallets.phone?.context.emitter.emit('disconnect', {})
    expect(status()).toBe('disconnected')
    stop()
  })
  it('a session that another tab has replaced leaves what that one has stored', async () => {
    const made = make()
    watchConnectors(made.config)
    await connectOne(made, 'phone', both)
    const stored = readConnections(made.storage)
    made.wallets.phone?.context.emitter.emit('disconnect', { isKept: true })
    expect([made.state('eip155').status, made.state('solana').status]).toEqual([
      'disconnected',
      'disconnected',
    ])
    expect(readConnections(made.storage)).toEqual(stored)
    expect(Object.keys(stored)).toHaveLength(2)
  })
  it('R4-45 a WalletConnect session ends in every namespace that it serves', async () => {
    const made = make()
    await connectOne(made, 'phone', both)
    const work = disconnect(made.config, { namespace: 'solana' })
    expect(made.state('eip155').status).toBe('disconnected')
    made.take('phone', 'disconnect').resolve()
    await work
    expect(readConnections(made.storage)).toEqual({})
  })
  it.each([
    ['one', 'disconnected'],
    ['two', 'connected'],
  ])(
    'R4-45 a connector says whether one session serves its namespaces: %s leaves the other %s',
    async (id, status) => {
      const made = make()
      await connectOne(made, id, both)
      const work = disconnect(made.config, { namespace: 'solana' })
      made.take(id, 'disconnect').resolve()
      await work
      expect(made.state('solana').status).toBe('disconnected')
      expect(made.state('eip155').status).toBe(status)
    },
  )
  it('an account that the session takes back goes alone', async () => {
    const made = make()
    const stop = watchConnectors(made.config)
    await connectOne(made, 'phone', both)
    made.wallets.phone?.context.emitter.emit('change', { accounts: connected().accounts })
    expect(made.state('solana').status).toBe('disconnected')
    expect(made.state('eip155')).toMatchObject({
      status: 'connected',
      connectedWalletInfo: { name: 'Phone wallet' },
    })
    stop()
  })
})

describe('a wallet that has accounts of one namespace alone', () => {
  it.each([
    ['eip155', connected(), 'solana'],
    ['solana', solanaResult, 'eip155'],
  ] as const)('and is connected for the other: it has %s, and nobody waits', async (has, result, asked) => {
    const made = make()
    await connectFake(
      made.wallets.phone as FakeConnector,
      connect(made.config, { connectorId: 'phone', namespace: asked }),
      result,
    )
    expect(made.state(has).status).toBe('connected')
    expect(made.state(asked).status).toBe('disconnected')
  })
  it('and takes the place of one that had both: what is gone with that session is not shown', async () => {
    const made = make()
    await connectOne(made, 'phone', both)
    await connectOne(made, 'phone', solanaResult)
    expect(made.state('solana').status).toBe('connected')
    expect(made.state('eip155').status).toBe('disconnected')
    expect(Object.keys(readConnections(made.storage))).toEqual(['solana'])
  })
  it('since the last visit: it is not waited for, and not looked for again', async () => {
    const first = make()
    await connectOne(first, 'phone', both)
    const made = make(first.storage)
    const work = reconnect(made.config)
    for (let one = 0; one < 2; one += 1) made.take('phone', 'reconnect').resolve(connected())
    await work
    expect(made.state('eip155').status).toBe('connected')
    expect(made.state('solana').status).toBe('disconnected')
    expect(Object.keys(readConnections(made.storage))).toEqual(['eip155'])
  })
})

it('who connects a wallet for one namespace keeps the other wallet that is connected on another one', async () => {
  const made = make()
  await connectOne(made, 'evm', connected(OTHER_ADDRESS))
  await connectFake(
    made.wallets.phone as FakeConnector,
    connect(made.config, { connectorId: 'phone', namespace: 'solana' }),
    { ...both, caipNetworkId: 'solana:mainnet' },
  )
  expect(made.state('solana')).toMatchObject({ address: SOLANA_ADDRESS, connectorId: 'phone' })
  expect(made.state('eip155')).toMatchObject({ address: OTHER_ADDRESS, connectorId: 'evm' })
  expect(readConnections(made.storage).eip155?.connectorId).toBe('evm')
})

describe('a wallet beside another one', () => {
  /** The phone's session serves both; on Solana the visitor has taken another wallet since. */
  async function beside(storage = createStorage(() => undefined)) {
    const made = make(storage)
    const stop = watchConnectors(made.config)
    await connectOne(made, 'phone', both)
    await connectOne(made, 'sol', ownSolana)
    const tell = (change: ConnectorEvents['change']) =>
      made.wallets.phone?.context.emitter.emit('change', change)
    return { ...made, stop, tell }
  }
  const OWN = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'
  const ownSolana: ConnectResult = {
    accounts: [{ namespace: 'solana', address: OWN, type: 'eoa' }],
    caipNetworkId: 'solana:mainnet',
  }
  const isKept = ({ state }: Pick<Made, 'state'>) =>
    expect(state('solana')).toMatchObject({ address: OWN, connectorId: 'sol' })

  it('does not take back, by telling of its accounts, the namespace that it has lost', async () => {
    const made = await beside()
    const accounts = [{ namespace: 'eip155' as const, address: OTHER_ADDRESS, type: 'eoa' as const }]
    made.tell({ accounts: [...solanaResult.accounts, ...accounts] })
    isKept(made)
    expect(made.state('eip155')).toMatchObject({
      address: OTHER_ADDRESS,
      connectedWalletInfo: { name: 'Phone wallet' },
    })
    expect(readConnections(made.storage).solana?.connectorId).toBe('sol')
    made.stop()
  })
  it('moves nobody by its network there', async () => {
    const made = await beside()
    made.tell({ caipNetworkId: 'solana:devnet' })
    expect(made.state('solana').caipAddress).toBe(`solana:mainnet:${OWN}`)
    expect(made.config.networks.getState().activeId).toBe('solana:mainnet')
    made.tell({ accounts: both.accounts, caipNetworkId: 'solana:devnet' })
    isKept(made)
    expect(made.config.networks.getState().activeId).toBe('solana:mainnet')
    expect(made.state('eip155').caipAddress).toBe(`eip155:1:${ADDRESS}`)
    made.stop()
  })
  it.each(['phone', 'sol'])(
    'is restored to its own namespace alone, when %s is the first to answer',
    async (first) => {
      const { storage } = await beside()
      const made = make(storage)
      const work = reconnect(made.config)
      const answers: Record<string, ConnectResult> = {
        phone: { ...both, caipNetworkId: 'solana:mainnet' },
        sol: ownSolana,
      }
      for (const id of first === 'phone' ? ['phone', 'sol'] : ['sol', 'phone']) {
        made.take(id, 'reconnect').resolve(answers[id])
        await settled()
      }
      await work
      isKept(made)
      expect(made.state('eip155')).toMatchObject({ status: 'connected', connectorId: 'phone' })
    },
  )
  it('keeps each namespace on the network that the visitor chose there', async () => {
    const made = make()
    const stop = watchConnectors(made.config)
    await connectOne(made, 'phone', both)
    made.wallets.phone?.context.emitter.emit('change', { caipNetworkId: 'solana:devnet' })
    made.wallets.phone?.context.emitter.emit('change', { accounts: both.accounts })
    expect(made.state('solana').caipAddress).toBe(`solana:devnet:${SOLANA_ADDRESS}`)
    stop()
  })
})
