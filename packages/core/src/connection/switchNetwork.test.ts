import { expect, it } from 'vitest'
import { accountOf, patchAccount } from '../account/accounts.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'
import { switchNetwork } from './switchNetwork.ts'
import { watchConnectors } from './watchConnectors.ts'

/** A connected page that has read what the account has. */
async function withBalance() {
  const { config, wallet } = testConfig()
  const stop = watchConnectors(config)
  await connectFake(wallet, connect(config, { connectorId: 'fake' }))
  patchAccount(config.accounts, 'eip155', { balance: '2.5', balanceSymbol: 'ETH', tokenBalance: [] })
  return { config, wallet, stop, balance: () => accountOf(config.accounts, 'eip155').balance }
}

it('a switch to the network that the wallet is on leaves the balance', async () => {
  const { config, wallet, stop, balance } = await withBalance()
  await switchNetwork(config, 'eip155:1')
  expect(balance()).toBe('2.5')
  wallet.context.emitter.emit('change', { caipNetworkId: 'eip155:1' })
  expect(balance()).toBe('2.5')
  stop()
})

it('a wallet that tells of its switch before it answers loses nothing that was read meanwhile', async () => {
  const { config, wallet, stop, balance } = await withBalance()
  const work = switchNetwork(config, 'eip155:8453')
  wallet.context.emitter.emit('change', { caipNetworkId: 'eip155:8453' })
  expect(balance()).toBeUndefined()
  patchAccount(config.accounts, 'eip155', { balance: '7' })
  wallet.take('switchNetwork').resolve()
  await work
  expect(balance()).toBe('7')
  stop()
})
