import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { fakeSiwx } from '../siwx/testing/fakeSiwx.ts'
import { watchSiwx } from '../siwx/watchSiwx.ts'
import { createStorage } from '../storage/createStorage.ts'
import { ADDRESS, connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'
import { followTabs } from './watchConnectors.ts'

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

const KEY = 'latchkey.connections'

async function connectedPage(parameters: Parameters<typeof testConfig>[0] = {}) {
  const { config, wallet } = testConfig({ storage: createStorage(), ...parameters })
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

it('leaves to the other tab what that one has connected, and the sign-in with it', async () => {
  const siwx = fakeSiwx()
  const { config, status, stop } = await connectedPage({ siwx })
  const stopSiwx = watchSiwx(config)
  const connections = JSON.stringify({ eip155: { connectorId: 'other', caipNetworkId: 'eip155:8453' } })
  localStorage.setItem(KEY, connections)
  localStorage.setItem('latchkey.LAST_USED_CHAIN_KEY', 'eip155:8453')
  // Also one that was kept out of use, and hears of it long after.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(status()).toBe('disconnected')
  expect(localStorage.getItem(KEY)).toBe(connections)
  expect(localStorage.getItem('latchkey.LAST_USED_CHAIN_KEY')).toBe('eip155:8453')
  expect(siwx.revoked).toEqual([])
  stopSiwx()
  stop()
})

it('signs out where the other tab has disconnected', async () => {
  const siwx = fakeSiwx()
  const { config, stop } = await connectedPage({ siwx })
  const stopSiwx = watchSiwx(config)
  localStorage.removeItem(KEY)
  tell(KEY)
  expect(siwx.revoked).toEqual([`eip155:1:${ADDRESS}`])
  stopSiwx()
  stop()
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
