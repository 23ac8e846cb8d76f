import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { createStorage } from '../storage/createStorage.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'
import { followTabs } from './watchConnectors.ts'

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

const KEY = 'latchkey.connections'

async function connectedPage() {
  const { config, wallet } = testConfig({ storage: createStorage() })
  const stop = followTabs(config)
  await connectFake(wallet, connect(config, { connectorId: 'fake' }))
  const status = () => accountOf(config.accounts, 'eip155').status
  return { config, wallet, stop, status }
}
/** The browser tells the other tabs of a site what one of them has changed. */
const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

it('is disconnected when another tab disconnects, without asking the wallet again', async () => {
  const { status, wallet, stop } = await connectedPage()
  localStorage.removeItem(KEY)
  tell(KEY)
  expect(status()).toBe('disconnected')
  expect(wallet.waiting).toEqual([])
  stop()
})

it('is disconnected when another tab clears the storage, or connects another wallet', async () => {
  const cleared = await connectedPage()
  localStorage.clear()
  tell(null)
  expect(cleared.status()).toBe('disconnected')
  cleared.stop()
  const replaced = await connectedPage()
  localStorage.setItem(KEY, JSON.stringify({ eip155: { connectorId: 'other', caipNetworkId: 'eip155:1' } }))
  tell(KEY)
  expect(replaced.status()).toBe('disconnected')
  replaced.stop()
})

it('is disconnected when it comes back and another tab has disconnected meanwhile', async () => {
  const { status, stop } = await connectedPage()
  const comeBack = (persisted: boolean) =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
  comeBack(true)
  expect(status()).toBe('connected')
  localStorage.removeItem(KEY)
  // A first showing is no return.
  comeBack(false)
  expect(status()).toBe('connected')
  comeBack(true)
  expect(status()).toBe('disconnected')
  stop()
})

it('stays when another tab changes something else, or only the network', async () => {
  const { status, stop } = await connectedPage()
  tell('latchkey.recent_wallets')
  tell('latchkey.preferred_account_types')
  localStorage.setItem(KEY, JSON.stringify({ eip155: { connectorId: 'fake', caipNetworkId: 'eip155:8453' } }))
  tell(KEY)
  expect(status()).toBe('connected')
  stop()
})
