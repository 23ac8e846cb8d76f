import { devAccounts } from '@latchkey/testing'
import {
  freePort,
  type RelayServer,
  startRelay,
  startWalletConnectWallet,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
} from '@latchkey/testing/node'
import { verifyMessage, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NoSessionError, RejectedByUserError, RelayUnreachableError } from '../answer/errors.ts'
import { runConnectorContract } from '../testing/connectorContract.ts'
import { chain, openPage, type Page, type PageOptions, sharedArea } from './testing/walletConnectPage.ts'

const [{ address, privateKey }, second] = devAccounts
const sign = (text: string) => ({ method: 'personal_sign', params: [text, address] })

/** What it settles as, or an error when a timer of `limit` ms, begun at the same time, is due before it. */
async function settlesWithin<T>(limit: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not settled within ${limit} ms`)), limit)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

let relay: RelayServer
let contractWallet: WalletConnectWallet
let refusingWallet: WalletConnectWallet
let before: [string, string][] = []
const ends: (() => unknown)[] = []
const kept: Page[] = []

beforeAll(async () => {
  relay = await startRelay()
  contractWallet = await startWalletConnectWallet({ relayUrl: relay.url })
  refusingWallet = await startWalletConnectWallet({ relayUrl: relay.url, proposals: 'reject' })
  const page = openPage({ relayUrl: relay.url })
  await pair(page, contractWallet)
  before = [...page.area.map]
  page.connector.destroy?.()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(async () => {
  for (const { connector } of kept) connector.destroy?.()
  await contractWallet.stop()
  await refusingWallet.stop()
  await relay.stop()
})

function open(options: Partial<PageOptions> = {}): Page {
  const page = openPage({ relayUrl: relay.url, ...options })
  ends.push(() => page.connector.destroy?.())
  return page
}
async function startWallet(options: Partial<WalletConnectWalletOptions> = {}) {
  const wallet = await startWalletConnectWallet({
    relayUrl: relay.url,
    accounts: [privateKey, second.privateKey],
    ...options,
  })
  ends.push(wallet.stop)
  return wallet
}
async function pair({ connector, uri }: Page, wallet: WalletConnectWallet) {
  const connecting = connector.connect({ caipNetworkId: 'eip155:31337' })
  connecting.catch(() => undefined)
  await wallet.pair(await uri())
  return connecting
}
const signs = async ({ connector }: Page, text: `0x${string}`) => {
  const signature = (await connector.request(sign(text))) as `0x${string}`
  expect(await verifyMessage({ address, message: { raw: text }, signature })).toBe(true)
}
const offered = ({ connector }: Page) =>
  ['personal_sign', 'sendTransfer'].map((method) => connector.takes?.(method))
const ended = ({ context }: Page) => context.events.filter(({ name }) => name === 'disconnect')

/** A page on which a wallet reads each uri that is shown. */
function readBy(wallet: WalletConnectWallet | undefined, entries: [string, string][] = []) {
  const page = openPage({ relayUrl: relay.url, area: sharedArea(entries) })
  kept.push(page)
  page.context.emitter.on('pairing', (pairing) => {
    if (pairing) void wallet?.pair(pairing.uri).catch(() => undefined)
  })
  return page.connector
}
runConnectorContract('walletConnect', {
  make: (state) => readBy(contractWallet, state === 'signedIn' ? before : []),
  makeRefusing: () => readBy(refusingWallet),
  makeHanging: () => readBy(undefined),
  safeRequest: { method: 'eth_chainId', result: '0x7a69' },
})

describe.each(['current', 'older'] as const)('R1-2 a wallet with the %s client', (version) => {
  it('R4-8 R4-9 R4-10 pairs, signs, is cut off and comes back, is there after a reload, and disconnects', async () => {
    const page = open()
    const wallet = await startWallet({ version })
    expect(offered(page)).toEqual([true, true])
    const result = await pair(page, wallet)
    // What the wallet has not put into its session is not offered to the visitor either.
    expect(offered(page)).toEqual([true, false])
    expect(result).toMatchObject({
      accounts: [{ namespace: 'eip155', address, type: 'eoa' }, { address: second.address }],
      caipNetworkId: 'eip155:31337',
      wallet: { name: 'Test wallet' },
    })
    await signs(page, '0x01')
    const data = {
      domain: { name: 'Test', chainId: 31337 },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail' as const,
      message: { text: 'hi' },
    }
    const typed = await page.connector.request({
      method: 'eth_signTypedData_v4',
      params: [address, JSON.stringify(data)],
    })
    expect(await verifyTypedData({ ...data, address, signature: typed as `0x${string}` })).toBe(true)

    await wallet.cutSocket()
    await signs(page, '0x02')
    relay.dropAll()
    await signs(page, '0x03')

    page.connector.destroy?.()
    const reloaded = open({ area: page.area })
    expect((await reloaded.connector.reconnect({}))?.accounts).toEqual(result.accounts)
    expect(offered(reloaded)).toEqual([true, false])
    await signs(reloaded, '0x04')

    await wallet.disconnect()
    await expect
      .poll(() => ended(reloaded), { timeout: 20_000 })
      .toEqual([{ name: 'disconnect', payload: {} }])
    await expect(reloaded.connector.request(sign('0x05'))).rejects.toBeInstanceOf(NoSessionError)
    expect(await open({ area: page.area }).connector.reconnect({})).toBeUndefined()
  })

  it('hears when the page disconnects', async () => {
    const page = open()
    const wallet = await startWallet({ version })
    await pair(page, wallet)
    await page.connector.disconnect()
    await wallet.waitFor('session_delete')
    expect(await wallet.sessions()).toEqual([])
    expect(await open({ area: page.area }).connector.reconnect({})).toBeUndefined()
  })

  it('may decline the pairing and a request (4001), and both may be tried again', async () => {
    const page = open()
    const wallet = await startWallet({ version, proposals: 'reject', requests: 'reject' })
    const failure = await pair(page, wallet).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RejectedByUserError)
    expect(failure).toMatchObject({ data: { rpcCode: 4001 } })
    await wallet.set({ proposals: 'approve' })
    await pair(page, wallet)
    await expect(page.connector.request(sign('0x01'))).rejects.toMatchObject({ code: 4001 })
    await wallet.set({ requests: 'approve' })
    await signs(page, '0x02')
  })
})

describe('a session', () => {
  it('follows the wallet: accounts, networks, its end', async () => {
    const page = open({ networks: [chain(31337), chain(1)] })
    const wallet = await startWallet({ chains: ['eip155:31337', 'eip155:1'] })
    await pair(page, wallet)
    const changes = () =>
      page.context.events.filter(({ name }) => name === 'change').map(({ payload }) => payload)
    await wallet.emit({ name: 'chainChanged', data: 1, chainId: 'eip155:1' })
    await expect.poll(changes).toEqual([{ caipNetworkId: 'eip155:1' }])
    await wallet.emit({ name: 'chainChanged', data: 99, chainId: 'eip155:1' })
    await wallet.emit({ name: 'accountsChanged', data: [second.address], chainId: 'eip155:1' })
    await expect.poll(changes).toHaveLength(2)
    expect(changes()[1]).toMatchObject({ accounts: [{ address: second.address }, { address }] })
    // Whoever asks the wallet, and the next load of the page, have the same account first.
    const order = [second.address, address]
    expect(await page.connector.request({ method: 'eth_accounts' })).toEqual(order)
    const reloaded = await open({ area: page.area, networks: [chain(1)] }).connector.reconnect({})
    expect(reloaded?.accounts.map((account) => account.address)).toEqual(order)
    await wallet.update({ accounts: [second.address] })
    await expect.poll(changes).toHaveLength(3)
    expect(changes()[2]).toMatchObject({ accounts: [{ address: second.address }] })
    await wallet.extend()
    await page.connector.ping()
  })

  it('moves to an approved network by itself, and to no other', async () => {
    const page = open({ networks: [chain(31337), chain(1)] })
    const wallet = await startWallet({ chains: ['eip155:31337', 'eip155:1'] })
    await pair(page, wallet)
    const from = wallet.events.length
    await page.connector.switchNetwork?.(chain(1))
    expect(await page.connector.request({ method: 'eth_chainId', caipNetworkId: 'eip155:1' })).toBe('0x1')
    expect(wallet.events.slice(from).filter(({ event }) => event === 'session_request')).toEqual([])
    // This wallet says that it has switched and approves nothing.
    await expect(page.connector.switchNetwork?.(chain(10))).rejects.toMatchObject({ code: 6017 })
    await expect(
      page.connector.request({ ...sign('0x01'), caipNetworkId: 'eip155:10' }),
    ).rejects.toMatchObject({ code: 6016 })
  })

  it('of a wallet with other networks alone is on one of those', async () => {
    const page = open({ networks: [chain(1)] })
    const wallet = await startWallet({ chains: ['eip155:137'] })
    expect((await pair(page, wallet)).caipNetworkId).toBe('eip155:137')
  })

  it('refuses what was not approved, and answers what it knows itself', async () => {
    const page = open()
    await pair(page, await startWallet())
    await expect(page.connector.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({
      code: 6037,
      data: { rpcCode: 4200 },
    })
    expect(await page.connector.request({ method: 'eth_accounts' })).toEqual([address, second.address])
    // Nothing listens at the service's address: the phone is not asked in its place.
    await expect(page.connector.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 6034 })
  })

  it('a second connection takes the place of the first', async () => {
    const page = open()
    const [one, two] = [await startWallet(), await startWallet({ accounts: [second.privateKey] })]
    await pair(page, one)
    expect((await pair(page, two)).accounts).toHaveLength(1)
    await one.waitFor('session_delete')
    expect((await open({ area: page.area }).connector.reconnect({}))?.accounts).toHaveLength(1)
  })

  it('an abort while it waits settles, and whoever scans the link afterwards gets no session', async () => {
    const page = open()
    const wallet = await startWallet()
    const controller = new AbortController()
    const connecting = page.connector.connect({ signal: controller.signal })
    connecting.catch(() => undefined)
    const uri = await page.uri()
    controller.abort()
    await expect(connecting).rejects.toMatchObject({ code: 5008 })
    await wallet.pair(uri).catch(() => undefined)
    await expect.poll(() => wallet.sessions(), { timeout: 20_000 }).toEqual([])
    expect(await page.connector.reconnect({})).toBeUndefined()
  })

  it('a link that was made ahead is the one that is used', async () => {
    const page = open()
    const wallet = await startWallet()
    await page.connector.prepare?.()
    expect(page.uris).toHaveLength(1)
    await pair(page, wallet)
    expect(page.uris.length).toBeGreaterThan(0)
    expect(new Set(page.uris).size).toBe(1)
  })
})

describe('one click', () => {
  const request = {
    chains: ['eip155:31337'] as const,
    domain: 'dapp.example',
    uri: 'https://dapp.example',
    nonce: '12345678',
    version: '1',
    statement: 'Hello.',
  }
  it('connects and signs in', async () => {
    const page = open()
    const wallet = await startWallet({ authentication: 'approve' })
    const answering = page.connector.authenticate?.({ ...request, signal: new AbortController().signal })
    await wallet.pair(await page.uri())
    const { result, sessions } = (await answering) ?? { sessions: [] }
    expect(result?.accounts[0]?.address).toBe(address)
    const [session] = sessions
    expect(session?.data).toMatchObject({
      chainId: 'eip155:31337',
      accountAddress: address,
      nonce: '12345678',
    })
    const signature = session?.signature as `0x${string}`
    expect(await verifyMessage({ address, message: session?.message ?? '', signature })).toBe(true)
    await signs(page, '0x01')
  })
  it('connects alone with a wallet that cannot sign in', async () => {
    const page = open()
    const wallet = await startWallet()
    const answering = page.connector.authenticate?.({ ...request, signal: new AbortController().signal })
    await wallet.pair(await page.uri())
    expect(await answering).toMatchObject({ sessions: [], result: { caipNetworkId: 'eip155:31337' } })
  })
  it('may be declined', async () => {
    const page = open()
    const wallet = await startWallet({ authentication: 'reject' })
    const answering = page.connector.authenticate?.({ ...request, signal: new AbortController().signal })
    answering?.catch(() => undefined)
    await wallet.pair(await page.uri())
    await expect(answering).rejects.toBeInstanceOf(RejectedByUserError)
  })
})

/** On a port that nobody else is given while it is away. */
const relayThatReturns = async (): Promise<RelayServer> => startRelay({ port: await freePort() })

describe('a relay that is down', () => {
  const closed = async () => {
    const own = await relayThatReturns()
    await own.stop()
    return own
  }
  it('connecting rejects within 10 s, and works once it is back', async () => {
    const { url, port } = await closed()
    const page = open({ relayUrl: url })
    await expect(settlesWithin(12_000, page.connector.connect({}))).rejects.toBeInstanceOf(
      RelayUnreachableError,
    )
    const back = await startRelay({ port })
    ends.push(back.stop)
    const wallet = await startWallet({ relayUrl: url })
    expect((await pair(page, wallet)).accounts).toHaveLength(2)
  })
  it('a stored session is restored all the same, asks in vain for 15 s at most, and goes on once it is back', async () => {
    const own = await relayThatReturns()
    const wallet = await startWallet({ relayUrl: own.url })
    const page = open({ relayUrl: own.url })
    await pair(page, wallet)
    page.connector.destroy?.()
    await own.stop()
    const reloaded = open({ relayUrl: own.url, area: page.area })
    expect((await settlesWithin(5_000, reloaded.connector.reconnect({})))?.accounts).toHaveLength(2)
    const asking = settlesWithin(17_000, reloaded.connector.request(sign('0x01')))
    await expect(asking).rejects.toBeInstanceOf(RelayUnreachableError)
    const back = await startRelay({ port: own.port })
    ends.push(back.stop)
    await expect.poll(() => back.stats().sockets, { timeout: 40_000 }).toBeGreaterThanOrEqual(1)
  })
  it('comes back by itself after it refused for a while, twice, with its topics', async () => {
    const own = await startRelay()
    ends.push(own.stop)
    const wallet = await startWallet({ relayUrl: own.url })
    const page = open({ relayUrl: own.url })
    await pair(page, wallet)
    for (const text of ['0x01', '0x02'] as const) {
      own.pause()
      await expect(
        page.connector.request({ ...sign(text), signal: AbortSignal.timeout(1_500) }),
      ).rejects.toThrow()
      own.resume()
      await signs(page, text)
      own.dropAll()
      await signs(page, text)
    }
  })
  it('disconnecting is not held for more than 3 s, and no reload brings the session back', async () => {
    const own = await startRelay()
    const wallet = await startWallet({ relayUrl: own.url })
    const page = open({ relayUrl: own.url })
    await pair(page, wallet)
    await own.stop()
    await settlesWithin(4_000, page.connector.disconnect())
    expect(await open({ relayUrl: own.url, area: page.area }).connector.reconnect({})).toBeUndefined()
    expect([...page.area.map.keys()].filter((key) => key.includes('session_topic'))).toEqual([])
  })
})
