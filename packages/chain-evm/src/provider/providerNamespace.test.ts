import {
  type ChainNamespace,
  type CreateConnector,
  connect,
  type Network,
  open,
  switchNetwork,
} from '@latchkey/core'
import { ADDRESS, base, connected, type FakeConnector, fakeConnector, mainnet } from '@latchkey/core/testing'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { evmConfig } from '../testing/evmConfig.ts'

/** What the first request loads is there: no wait here is for a download. */
beforeAll(async () => void (await import('./walletCalls.ts')))

const solana: Network = {
  ...base,
  id: 'mainnet',
  name: 'Solana',
  caipNetworkId: 'solana:mainnet',
  chainNamespace: 'solana',
}
const SOLANA_ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

/** A page on two namespaces with a wallet for each; Solana is active. */
async function solanaActive({ withEvm }: { withEvm: boolean }) {
  const wallets: Partial<Record<ChainNamespace, FakeConnector>> = {}
  const wallet =
    (namespace: ChainNamespace): CreateConnector =>
    (context) => {
      const fake = fakeConnector(context)
      wallets[namespace] = fake
      const { email: _email, approvesInFrame: _frame, ...rest } = fake.connector
      return { ...rest, id: namespace, type: 'ANNOUNCED', namespaces: [namespace] }
    }
  const { config } = evmConfig({
    networks: [mainnet, base, solana],
    connectors: [wallet('eip155'), wallet('solana')],
  })
  const events: [string, unknown][] = []
  if (withEvm) {
    const work = connect(config, { connectorId: 'eip155' })
    wallets.eip155?.take('connect').resolve(connected(ADDRESS, 'eip155:8453'))
    await work
  }
  for (const name of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'])
    config.provider.on(name, (payload) => events.push([name, payload]))
  const work = connect(config, { connectorId: 'solana', namespace: 'solana' })
  wallets.solana?.take('connect').resolve({
    accounts: [{ namespace: 'solana', address: SOLANA_ADDRESS, type: 'eoa' }],
    caipNetworkId: 'solana:mainnet',
  })
  await work
  await switchNetwork(config, 'solana:mainnet')
  const ask = (method: string, params?: unknown[]) =>
    config.provider.request({ method, ...(params ? { params } : {}) })
  return { config, wallets, ask, events }
}

describe('while another namespace is active', () => {
  it('the provider’s account, network and wallet are those of eip155', async () => {
    const { wallets, ask, events } = await solanaActive({ withEvm: true })
    expect(await ask('eth_accounts')).toEqual([ADDRESS])
    expect(await ask('eth_chainId')).toBe('0x2105')
    const work = ask('personal_sign', ['0x6869', ADDRESS])
    await vi.waitFor(() => expect(wallets.eip155?.waiting).toHaveLength(1), 15_000)
    const sent = wallets.eip155?.take('request')
    expect(sent?.params).toMatchObject({ method: 'personal_sign', caipNetworkId: 'eip155:8453' })
    sent?.resolve('0xsigned')
    expect(await work).toBe('0xsigned')
    expect(wallets.solana?.waiting).toEqual([])
    // Turning to another namespace changes nothing of this one.
    expect(events).toEqual([])
  })
  it('the provider asks no wallet of that namespace when none of eip155 is connected', async () => {
    const { wallets, ask } = await solanaActive({ withEvm: false })
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_chainId')).toBe('0x1')
    await expect(ask('personal_sign', ['0x6869', ADDRESS])).rejects.toMatchObject({ code: 4100 })
    expect(wallets.solana?.waiting).toEqual([])
  })
  it.each(['opens', 'turns'])('asking for accounts %s the modal to the ways to connect one', async (does) => {
    const { config, wallets, ask } = await solanaActive({ withEvm: false })
    if (does === 'turns') open(config)
    const work = ask('eth_requestAccounts')
    const shown = () => config.modal.getState().open && config.router.getState().stack
    await vi.waitFor(() => expect(shown()).toEqual([{ name: 'Connect' }]), 15_000)
    const connecting = connect(config, { connectorId: 'eip155' })
    wallets.eip155?.take('connect').resolve(connected(ADDRESS, 'eip155:8453'))
    await connecting
    expect(await work).toEqual([ADDRESS])
  })
  it('giving up the accounts leaves the other namespace connected', async () => {
    const { config, wallets, ask } = await solanaActive({ withEvm: true })
    expect(wallets.eip155?.connector.type).toBeDefined()
    const work = ask('wallet_revokePermissions', [{ eth_accounts: {} }])
    await vi.waitFor(() => expect(wallets.eip155?.waiting).toHaveLength(1), 15_000)
    expect(wallets.eip155?.take('request').params).toMatchObject({ method: 'wallet_revokePermissions' })
    expect(config.accounts.getState().byNamespace.solana?.status).toBe('connected')
    work.catch(() => undefined)
  })
})
