import type { Network } from '@latchkey/core'
import { devAccounts } from '@latchkey/testing'
import {
  type RelayServer,
  startRelay,
  startWalletConnectWallet,
  type WalletConnectWallet,
} from '@latchkey/testing/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SessionEndedError } from '../answer/errors.ts'
import { chain, openPage, type Page, sharedArea } from './testing/walletConnectPage.ts'

const [{ address }] = devAccounts
const sign = { method: 'personal_sign', params: ['0x01', address] }

const SOLANA_ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

let relay: RelayServer
let wallet: WalletConnectWallet
let page: Page

beforeAll(async () => {
  relay = await startRelay()
  wallet = await startWalletConnectWallet({
    relayUrl: relay.url,
    chains: ['eip155:31337', 'eip155:1'],
    requests: 'ignore',
  })
})
beforeEach(() => {
  page = openPage({ relayUrl: relay.url, networks: [chain(31337), chain(1)] })
})
afterEach(() => page.connector.destroy?.())
afterAll(async () => {
  await wallet.stop()
  await relay.stop()
})

async function pair() {
  const connecting = page.connector.connect({ caipNetworkId: 'eip155:31337' })
  connecting.catch(() => undefined)
  await wallet.pair(await page.uri())
  await connecting
}
/** A request that the wallet has on its screen, and what it ends with. */
async function waiting() {
  const from = wallet.events.length
  const outcome = page.connector.request(sign).catch((error: unknown) => error)
  const heard = () => wallet.events.slice(from).map(({ event }) => event)
  await expect.poll(heard, { timeout: 20_000 }).toContain('session_request')
  return { outcome }
}

it('what waits in the wallet ends when the page disconnects: it may have been done', async () => {
  await pair()
  const { outcome } = await waiting()
  await page.connector.disconnect()
  expect(await outcome).toBeInstanceOf(SessionEndedError)
})

it('what waits in the wallet ends when the wallet ends the session', async () => {
  await pair()
  const { outcome } = await waiting()
  await wallet.disconnect()
  expect(await outcome).toBeInstanceOf(SessionEndedError)
})

it('what waits in the wallet ends when another connection takes the place of its own', async () => {
  await pair()
  const { outcome } = await waiting()
  await pair()
  expect(await outcome).toBeInstanceOf(SessionEndedError)
})

const solana = (id: string): Network => ({
  ...chain(1),
  id,
  caipNetworkId: `solana:${id}`,
  chainNamespace: 'solana',
})

it('a session of two namespaces is restored to the network that the visitor chose in each', async () => {
  await pair()
  const area = sharedArea(
    [...page.area.map].map(([key, text]) => [key, key.includes('session') ? withSolana(text) : text]),
  )
  page.connector.destroy?.()
  const networks = [chain(31337), chain(1), solana('mainnet'), solana('devnet')]
  page = openPage({ relayUrl: relay.url, networks, area })
  const restored = await Promise.all([
    page.connector.reconnect({ caipNetworkId: 'eip155:1' }),
    page.connector.reconnect({ caipNetworkId: 'solana:devnet' }),
  ])
  expect(restored.at(-1)?.networkOf).toEqual({ eip155: 'eip155:1', solana: 'solana:devnet' })
})

/** The stored sessions, as if the wallet had shared an account of Solana too. */
function withSolana(text: string): string {
  const stored: unknown = JSON.parse(text.startsWith('[') ? text : '[]')
  if (!Array.isArray(stored) || stored.length === 0) return text
  const accounts = ['mainnet', 'devnet'].map((id) => `solana:${id}:${SOLANA_ADDRESS}`)
  const shared = { accounts, methods: ['solana_signMessage'], events: [] }
  return JSON.stringify(
    stored.map((one: { namespaces?: object }) =>
      one.namespaces ? { ...one, namespaces: { ...one.namespaces, solana: shared } } : one,
    ),
  )
}
