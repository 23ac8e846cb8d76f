import { devAccounts } from '@latchkey/testing'
import { type RelayServer, startRelay, startWalletConnectWallet } from '@latchkey/testing/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { NoSessionError } from '../answer/errors.ts'
import { openPage, type PageOptions } from './testing/walletConnectPage.ts'

const [own, other] = devAccounts
const { address } = own
const sign = (account: string) => ({ method: 'personal_sign', params: ['0x01', account] })
const ends: (() => unknown)[] = []
let relay: RelayServer
beforeAll(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => relay.stop())

function open(options: Partial<PageOptions> = {}) {
  const page = openPage({ relayUrl: relay.url, ...options })
  ends.push(() => page.connector.destroy?.())
  return page
}

it('a session that one tab has made is there after its reload, whatever a tab from before has stored since', async () => {
  const wallet = await startWalletConnectWallet({ relayUrl: relay.url })
  ends.push(wallet.stop)
  const before = open()
  await before.connector.prepare?.()
  const tab = open({ area: before.area })
  const connecting = tab.connector.connect({})
  await wallet.pair(await tab.uri())
  const { accounts } = await connecting
  // The visitor opens the modal in the other tab and leaves it again, twice: the second link is a new one.
  for (const uris of [1, 2]) {
    const leaving = new AbortController()
    const left = before.connector.connect({ signal: leaving.signal }).catch(() => undefined)
    await expect.poll(() => new Set(before.uris).size).toBe(uris)
    leaving.abort()
    await left
  }
  tab.connector.destroy?.()
  const reloaded = open({ area: before.area })
  expect((await reloaded.connector.reconnect({}))?.accounts).toEqual(accounts)
  expect(await reloaded.connector.request(sign(address))).toMatch(/^0x/)
})

it('a tab whose session another one has replaced asks nobody any more, and leaves the new session to the other', async () => {
  const wallets = [own, other].map(({ privateKey }) =>
    startWalletConnectWallet({ relayUrl: relay.url, accounts: [privateKey] }),
  )
  const [first, second] = await Promise.all(wallets)
  ends.push(() => Promise.all([first?.stop(), second?.stop()]))
  const before = open()
  const pairing = before.connector.connect({})
  await first?.pair(await before.uri())
  await pairing
  const tab = open({ area: before.area })
  const replacing = tab.connector.connect({})
  await second?.pair(await tab.uri())
  await replacing
  await first?.waitFor('session_delete')
  await expect(before.connector.request(sign(address))).rejects.toBeInstanceOf(NoSessionError)
  const ended = { name: 'disconnect', payload: { isKept: true } }
  expect(before.context.events.filter(({ name }) => name === 'disconnect')).toEqual([ended])
  tab.connector.destroy?.()
  const reloaded = open({ area: before.area })
  expect((await reloaded.connector.reconnect({}))?.accounts).toMatchObject([{ address: other.address }])
  expect(await reloaded.connector.request(sign(other.address))).toMatch(/^0x/)
})
