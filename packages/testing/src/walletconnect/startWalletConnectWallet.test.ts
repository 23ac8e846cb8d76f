import { verifyMessage, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { devAccounts } from '../injected/devAccounts.ts'
import { receiptOf } from '../node/sendTransaction.ts'
import { type Anvil, startAnvil } from '../node/startAnvil.ts'
import { type RelayServer, startRelay } from '../node/startRelay.ts'
import { createTestDapp } from './createTestDapp.ts'
import {
  startWalletConnectWallet,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
} from './startWalletConnectWallet.ts'

const CHAIN = 'eip155:31337'
const [{ address, privateKey }, second] = devAccounts
const optionalNamespaces = {
  eip155: {
    chains: [CHAIN, 'eip155:1'],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
const hello = { method: 'personal_sign', params: ['0x68656c6c6f', address] }

let relay: RelayServer
let chain: Anvil
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  relay = await startRelay()
  chain = await startAnvil({ contracts: false })
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(async () => {
  await chain.stop()
  await relay.stop()
})

async function startPair(options: Partial<WalletConnectWalletOptions> = {}, url = relay.url) {
  const wallet = await startWalletConnectWallet({
    relayUrl: url,
    rpcUrls: { [CHAIN]: chain.url },
    accounts: [privateKey, second.privateKey],
    ...options,
  })
  ends.push(wallet.stop)
  const { client, close } = await createTestDapp(url)
  ends.push(close)
  return { wallet, client }
}
type Client = Awaited<ReturnType<typeof startPair>>['client']

async function connect(client: Client, wallet: WalletConnectWallet) {
  const { uri, approval } = await client.connect({ optionalNamespaces })
  const settled = approval()
  // A refusal is looked at by the test that wants one.
  settled.catch(() => undefined)
  const outcome = await wallet.pair(uri ?? '')
  return { settled, outcome, session: outcome.outcome === 'approved' ? await settled : undefined }
}
const next = (
  client: Client,
  event: 'session_delete' | 'session_event' | 'session_update' | 'session_extend',
) => new Promise<{ params?: unknown; topic: string }>((resolve) => client.once(event, resolve))

describe.each(['current', 'older'] as const)('the %s client', (version) => {
  test('pairs, signs, is cut off and comes back, and disconnects', async () => {
    const { wallet, client } = await startPair({ version })
    expect(wallet.version).toBe(version === 'current' ? '2.21.8' : '2.17.2')
    expect(wallet.pid).not.toBe(process.pid)
    const { session } = await connect(client, wallet)
    expect(session?.namespaces.eip155?.accounts).toEqual([
      `${CHAIN}:${address}`,
      `${CHAIN}:${second.address}`,
    ])
    const topic = session?.topic ?? ''
    const ask = (request: { method: string; params: unknown }) =>
      client.request<`0x${string}`>({ topic, chainId: CHAIN, request })
    const signature = await ask(hello)
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)

    // Cut while a request is on its way: the relay keeps it until the wallet is back.
    await wallet.cutSocket()
    const replayed = await ask({ method: 'personal_sign', params: ['0x616761696e', address] })
    expect(await verifyMessage({ address, message: 'again', signature: replayed })).toBe(true)
    relay.dropAll()
    await expect.poll(() => relay.stats().sockets, { timeout: 30_000 }).toBe(2)
    const returned = await ask({ method: 'personal_sign', params: ['0x33', address] })
    expect(await verifyMessage({ address, message: { raw: '0x33' }, signature: returned })).toBe(true)

    const deleted = wallet.waitFor('session_delete')
    await client.disconnect({ topic, reason: { code: 6000, message: 'done' } })
    expect((await deleted).data).toEqual({ topic })
    expect(await wallet.sessions()).toEqual([])
  })

  test('rejects, and answers a request with the code that its switch says', async () => {
    const { wallet, client } = await startPair({ version, proposals: 'reject' })
    const refused = await connect(client, wallet)
    expect(refused.outcome).toEqual({ outcome: 'rejected' })
    await expect(refused.settled).rejects.toMatchObject({ code: 5000 })
    await wallet.set({ proposals: 'approve', requests: 'reject' })
    const { session } = await connect(client, wallet)
    const asking = client.request({ topic: session?.topic ?? '', chainId: CHAIN, request: hello })
    await expect(asking).rejects.toMatchObject({ code: 5000 })
  })
})

test('it signs typed data and sends transactions', async () => {
  const { wallet, client } = await startPair()
  const topic = (await connect(client, wallet)).session?.topic ?? ''
  const ask = (method: string, params: unknown) =>
    client.request<`0x${string}`>({ topic, chainId: CHAIN, request: { method, params } })
  const data = {
    domain: { name: 'Test', chainId: 31337 },
    types: { EIP712Domain: [{ name: 'name', type: 'string' }], Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail' as const,
    message: { text: 'hi' },
  }
  const signature = await ask('eth_signTypedData_v4', [second.address, JSON.stringify(data)])
  const { EIP712Domain: _, ...types } = data.types
  expect(await verifyTypedData({ ...data, types, address: second.address, signature })).toBe(true)
  const hash = await ask('eth_sendTransaction', [
    { from: address, to: second.address, value: '0x1', data: '0x' },
  ])
  expect(await receiptOf(chain.call, hash)).toMatchObject({ status: '0x1' })
  await expect(ask('personal_sign', ['0x00', `0x${'9'.repeat(40)}`])).rejects.toMatchObject({ code: 4100 })
})

test('it changes accounts, emits, extends and disconnects by itself', async () => {
  const { wallet, client } = await startPair({ chains: [CHAIN, 'eip155:1'] })
  await connect(client, wallet)
  const updated = next(client, 'session_update')
  await wallet.update({ accounts: [second.address] })
  expect((await updated).params).toMatchObject({
    namespaces: { eip155: { accounts: [`${CHAIN}:${second.address}`, `eip155:1:${second.address}`] } },
  })
  const emitted = next(client, 'session_event')
  await wallet.emit({ name: 'chainChanged', data: 1, chainId: 'eip155:1' })
  expect((await emitted).params).toEqual({ chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
  const extended = next(client, 'session_extend')
  await wallet.extend()
  await extended
  await wallet.ping()
  const deleted = next(client, 'session_delete')
  await wallet.disconnect()
  await deleted
  expect(client.session.getAll()).toEqual([])
})

test('it signs in with one click where it offers that', async () => {
  const { wallet, client } = await startPair({ authentication: 'approve' })
  const parameters = {
    uri: 'https://dapp.example',
    domain: 'dapp.example',
    nonce: '12345678',
    chains: [CHAIN],
    methods: ['personal_sign'],
  }
  const { uri, response } = await client.authenticate(parameters)
  const answered = response()
  expect(await wallet.pair(uri)).toMatchObject({ outcome: 'approved' })
  const { auths, session } = await answered
  expect(auths?.[0]?.p).toMatchObject({ nonce: '12345678', domain: 'dapp.example' })
  expect(session?.namespaces.eip155?.accounts).toContain(`${CHAIN}:${address}`)
})

test('what it is told to ignore stays open, and killing it is no answer', async () => {
  const { wallet, client } = await startPair()
  const { session } = await connect(client, wallet)
  await wallet.set({ requests: 'ignore' })
  const from = wallet.events.length
  const asking = client.request({ topic: session?.topic ?? '', chainId: CHAIN, request: hello })
  asking.catch(() => undefined)
  expect((await wallet.waitFor('session_request', { from })).data.method).toBe('personal_sign')
  await wallet.kill()
  await expect(wallet.sessions()).rejects.toThrow('The wallet process ended by SIGKILL')
})

test('a wallet without a relay, and a command without an answer, fail in time', async () => {
  const closed = await startRelay()
  await closed.stop()
  const alone = await startWalletConnectWallet({
    relayUrl: closed.url,
    timeout: 15_000,
    startTimeout: 60_000,
  })
  ends.push(alone.stop)
  const uri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
  await expect(alone.pair('https://example.org')).rejects.toThrow('not a WalletConnect URI')
  await expect(alone.pair(uri)).rejects.toThrow(/"pair" of the wallet did not happen within 15000 ms/)
  await expect(startWalletConnectWallet({ relayUrl: 'http://no', timeout: 1 })).rejects.toThrow('within 1 ms')
})

test('the relay says what it did and refuses while it is paused', async () => {
  const own = await startRelay({
    isAllowed: ({ projectId }) => projectId === 'test' || projectId === 'test-wallet',
  })
  ends.push(own.stop)
  const { wallet, client } = await startPair({}, own.url)
  await connect(client, wallet)
  expect(own.stats().calls).toMatchObject({ wc_proposeSession: 1, wc_approveSession: 1 })
  own.pause()
  expect(own.stats().sockets).toBe(0)
  own.resume()
  await expect.poll(() => own.stats().sockets, { timeout: 30_000 }).toBe(2)
})
