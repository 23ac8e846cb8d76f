import { expect, it } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import type { ConnectorContext } from '../interfaces/Connector.ts'
import { createStorage } from '../storage/createStorage.ts'
import { readConnections } from '../storage/storedConnections.ts'
import { STORAGE_KEYS, writeConnection } from '../storage/storedState.ts'
import {
  connected,
  connectFake,
  type FakeConnector,
  fakeConnector,
  OTHER_ADDRESS,
} from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'
import { disconnect, reconnect } from './reconnect.ts'
import { switchNetwork } from './switchNetwork.ts'

/** A page with two wallets of one namespace. */
function makeTwo() {
  const wallets: FakeConnector[] = []
  const wallet = (id: string) => (context: ConnectorContext) => {
    const made = fakeConnector(context)
    wallets.push(made)
    return { ...made.connector, id }
  }
  const storage = createStorage(() => undefined)
  const { config } = testConfig({ storage, connectors: [wallet('first'), wallet('second')] })
  const [first, second] = wallets as [FakeConnector, FakeConnector]
  const evm = () => accountOf(config.accounts, 'eip155')
  return { config, storage, first, second, evm }
}

it('a network that a wallet has switched to says nothing of the wallet that has replaced it', async () => {
  const { config, first, second, evm } = makeTwo()
  await connectFake(first, connect(config, { connectorId: 'first' }))
  const switching = switchNetwork(config, 'eip155:8453')
  await connectFake(second, connect(config, { connectorId: 'second' }), connected(OTHER_ADDRESS))
  first.take('switchNetwork').resolve()
  await expect(switching).rejects.toMatchObject({ code: 5008 })
  expect(evm().caipAddress).toBe(`eip155:1:${OTHER_ADDRESS}`)
  expect(config.networks.getState().activeId).toBe('eip155:1')
})

it('a network that a wallet has switched to leads nobody there who has disconnected it', async () => {
  const { config, first } = makeTwo()
  await connectFake(first, connect(config, { connectorId: 'first' }))
  const switching = switchNetwork(config, 'eip155:8453')
  const leaving = disconnect(config)
  first.take('switchNetwork').resolve()
  await expect(switching).rejects.toMatchObject({ code: 5008 })
  expect(config.networks.getState().activeId).toBe('eip155:1')
  first.take('disconnect').resolve()
  await leaving
})

it.each([
  ['has disconnected', undefined],
  ['has taken another wallet', { connectorId: 'second', caipNetworkId: 'eip155:1' }],
] as const)('what another tab %s is not restored', async (_, stored) => {
  const { config, storage, first, evm } = makeTwo()
  writeConnection(storage, 'eip155', { connectorId: 'first', caipNetworkId: 'eip155:1' })
  const work = reconnect(config)
  // As the other tab does; nobody follows tabs here.
  writeConnection(storage, 'eip155', stored)
  first.take('reconnect').resolve(connected())
  await work
  expect(evm().status).toBe('disconnected')
  expect(readConnections(storage).eip155).toEqual(stored)
})

it('who leaves ends the sign-in of a wallet too that another one has taken the place of', async () => {
  const { config, storage, first, second, evm } = makeTwo()
  await connectFake(first, connect(config, { connectorId: 'first' }))
  storage.set(STORAGE_KEYS.emailLoginUsed, 'true')
  await connectFake(second, connect(config, { connectorId: 'second' }))
  expect(evm().connectorId).toBe('second')
  const leaving = disconnect(config)
  for (const { take } of [first, second]) take('disconnect').resolve()
  await leaving
  expect(storage.get(STORAGE_KEYS.emailLoginUsed)).toBeUndefined()
})
