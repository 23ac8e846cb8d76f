import { evmAdapter, localhost } from '@latchkey/chain-evm'
import { connect } from '@latchkey/core'
import type { CreateConnector } from '@latchkey/core/connector'
import { expect, it, onTestFinished } from 'vitest'
import { bitcoin, bitcoinAdapter } from './bitcoin.ts'
import { createLatchkey } from './createLatchkey.ts'

const ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'

/** A wallet of Bitcoin with screens of its own, as one that WalletConnect reaches. */
const wallet: CreateConnector = () => ({
  ...{ id: 'btc', name: 'A wallet', type: 'EXTERNAL', namespaces: ['bip122'], sharesSession: false },
  connect: async () => ({
    accounts: [{ namespace: 'bip122', address: ADDRESS, type: 'payment' }],
    caipNetworkId: bitcoin.caipNetworkId,
  }),
  reconnect: async () => undefined,
  disconnect: async () => undefined,
  request: async ({ method, params }) => ({ method, params }),
  switchNetwork: async () => undefined,
})

function make(connectors: readonly CreateConnector[] = []) {
  const latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: 'https://wallet.example.net',
    apiOrigin: 'https://api.example.net',
    adapters: [evmAdapter, bitcoinAdapter],
    networks: [localhost, bitcoin],
    connectors,
  })
  onTestFinished(() => latchkey.destroy())
  return latchkey
}

it('R3-19 R3-29 a page lists Bitcoin beside other networks, and its provider takes nothing of theirs', async () => {
  const latchkey = make()
  expect(latchkey.config.networks.getState().networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
    'eip155:31337',
    'bip122:000000000019d6689c085ae165831e93',
  ])
  await latchkey.switchNetwork(bitcoin.caipNetworkId)
  expect(latchkey.getState()).toMatchObject({
    caipNetworkId: bitcoin.caipNetworkId,
    network: { name: 'Bitcoin' },
  })
  const foreign = latchkey
    .getProvider('bip122')
    .request({ method: 'personal_sign', params: ['0x00', '0x00'] })
  await expect(foreign).rejects.toMatchObject({ code: 4200 })
})

it('R3-35 R3-39 a wallet of Bitcoin is connected by its payment account, and asked as it is', async () => {
  const latchkey = make([wallet])
  await connect(latchkey.config, { connectorId: 'btc' })
  expect(latchkey.getState()).toMatchObject({
    status: 'connected',
    address: ADDRESS,
    caipAddress: `${bitcoin.caipNetworkId}:${ADDRESS}`,
  })
  expect(latchkey.config.accounts.getState().byNamespace.bip122?.allAccounts).toEqual([
    { namespace: 'bip122', address: ADDRESS, type: 'payment' },
  ])
  const asked = { method: 'signMessage', params: { account: ADDRESS, message: 'hello' } }
  await expect(latchkey.getProvider('bip122').request(asked)).resolves.toEqual(asked)
})
