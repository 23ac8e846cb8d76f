import type { Connector, ConnectorContext, Network } from '@latchkey/core'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { createMockSolanaWallet, type MockSolanaWalletOptions } from '@latchkey/testing'
import { describe, expect, it } from 'vitest'
import { OWN_FEATURE, readStandardWallet, type StandardWallet } from '../standard/readStandardWallet.ts'
import { connectorContext, mainnet } from '../testing/connectorContext.ts'
import { runConnectorContract } from '../testing/connectorContract.ts'
import { solanaWallet } from './solanaConnector.ts'
import { readStandardAccounts } from './standardWallet.ts'

const local: Network = {
  id: 'BuSkt9FaXgD9UBEqYFmw1k6YTV6DBZHR',
  name: 'Solana Local',
  caipNetworkId: 'solana:BuSkt9FaXgD9UBEqYFmw1k6YTV6DBZHR',
  chainNamespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
}
const devnet: Network = { ...local, id: 'EtW', caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }
const live: Network = { ...local, id: '5ey', caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }

const read = (wallet: object): StandardWallet => {
  const found = readStandardWallet(wallet, 'solana:', 'standard:connect')
  if (!found) throw new Error('It is no wallet')
  return found
}
const connectorOf = (wallet: object, context: Partial<ConnectorContext> = {}) =>
  solanaWallet({ id: 'solana:Mock', wallet: read(wallet), rdns: () => undefined })(
    connectorContext({ networks: [mainnet, local, devnet], ...context }),
  )
async function make(options: MockSolanaWalletOptions = {}) {
  const mock = await createMockSolanaWallet(options)
  const context = connectorContext({ networks: [mainnet, local, devnet] })
  const connector = connectorOf(mock.wallet, context)
  return { mock, context, connector }
}
const message = new TextEncoder().encode('Good morning')

describe('a wallet of the Wallet Standard', () => {
  it('connects on the network that is asked for, by its name in the Wallet Standard', async () => {
    const { mock, connector } = await make()
    expect(await connector.connect({ caipNetworkId: devnet.caipNetworkId })).toEqual({
      accounts: [{ namespace: 'solana', address: mock.address, type: 'eoa', publicKey: mock.address }],
      caipNetworkId: devnet.caipNetworkId,
    })
    expect(await connector.connect({})).toMatchObject({ caipNetworkId: local.caipNetworkId })
  })
  it('signs a message that WebCrypto verifies', async () => {
    const { mock, connector } = await make()
    await connector.connect({})
    const params = { message: encodeBase58(message), pubkey: mock.address }
    const { signature } = (await connector.request({ method: 'solana_signMessage', params })) as {
      signature: string
    }
    const raw = decodeBase58(mock.address) as Uint8Array<ArrayBuffer>
    const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', true, ['verify'])
    const bytes = decodeBase58(signature) as Uint8Array<ArrayBuffer>
    expect(await crypto.subtle.verify('Ed25519', key, bytes, message)).toBe(true)
  })
  it('signs in by solana:signIn', async () => {
    const { mock, connector } = await make()
    await connector.connect({})
    const params = { domain: 'app.example', statement: 'Welcome', nonce: '12345678' }
    const answer = (await connector.request({ method: 'solana_signIn', params })) as {
      signedMessage: string
    }
    const text = new TextDecoder().decode(decodeBase58(answer.signedMessage, 2_000))
    expect(text).toBe(
      `app.example wants you to sign in with your Solana account:\n${mock.address}\n\nWelcome\n\nNonce: 12345678`,
    )
  })
  it('refuses another account, a method that it has not, and what is no base58', async () => {
    const { mock, connector } = await make({ canSignIn: false })
    await connector.connect({})
    const request = (method: string, params: Record<string, unknown>) => connector.request({ method, params })
    const other = encodeBase58(new Uint8Array(32).fill(9))
    await expect(request('solana_signMessage', { message: '1', pubkey: other })).rejects.toMatchObject({
      code: 6014,
    })
    await expect(request('solana_signIn', {})).rejects.toMatchObject({ data: { rpcCode: 4200 } })
    await expect(request('personal_sign', {})).rejects.toMatchObject({ data: { rpcCode: 4200 } })
    await expect(request('solana_signMessage', { message: '0O' })).rejects.toMatchObject({ code: -32602 })
    expect(mock.calls().map(({ feature }) => feature)).toEqual(['standard:connect'])
  })
  it.each([[[]], [[{ signature: new Uint8Array(3) }]], [undefined]])(
    'may have sent what it answers %j for',
    async (answer) => {
      const { wallet } = await createMockSolanaWallet()
      const { features } = wallet as { features: object }
      const sending = { 'solana:signAndSendTransaction': { signAndSendTransaction: async () => answer } }
      const connector = connectorOf({ ...wallet, features: { ...features, ...sending } })
      await connector.connect({})
      const request = {
        method: 'solana_signAndSendTransaction',
        params: { transaction: encodeBase58(message) },
      }
      await expect(connector.request(request)).rejects.toMatchObject({ code: 6044 })
    },
  )
  it('a person who declines is a refusal with 4001', async () => {
    const { mock, connector } = await make()
    mock.rejectNext('standard:connect')
    await expect(connector.connect({})).rejects.toMatchObject({ data: { rpcCode: 4001 } })
    await connector.connect({})
    mock.rejectNext('solana:signMessage')
    await expect(
      connector.request({ method: 'solana_signMessage', params: { message: '1' } }),
    ).rejects.toMatchObject({ code: 4001 })
  })
  it('tells of accounts that go, and stays away after the visitor has left', async () => {
    const { mock, context, connector } = await make()
    await connector.connect({})
    expect(await connector.reconnect({})).toMatchObject({ accounts: [{ address: mock.address }] })
    const { features } = mock.wallet as { features: Record<string, { disconnect(): Promise<void> }> }
    await features['standard:disconnect']?.disconnect()
    expect(context.events).toEqual([{ name: 'change', payload: { accounts: [] } }])
    await connector.disconnect()
    expect(await connector.reconnect({})).toBeUndefined()
  })
  it('does not go to a network that it does not know, and stays where it is', async () => {
    const { wallet } = await createMockSolanaWallet({ chains: ['solana:devnet'] })
    const connector = connectorOf(wallet, { networks: [mainnet, live, devnet] })
    expect(await connector.connect({})).toMatchObject({ caipNetworkId: devnet.caipNetworkId })
    await expect(connector.switchNetwork?.(live)).rejects.toMatchObject({
      code: 6016,
      data: { rpcCode: 4901 },
    })
    await connector.switchNetwork?.(devnet)
  })
  it('is refused where it knows none of the networks', async () => {
    const { wallet } = await createMockSolanaWallet()
    const connector = connectorOf(wallet, { networks: [mainnet, live] })
    await expect(connector.connect({})).rejects.toMatchObject({ code: 6016 })
  })
})

describe('what registers itself', () => {
  it.each([
    ['nothing', null],
    ['a text', 'wallet'],
    ['one without features', { name: 'A', chains: ['solana:mainnet'] }],
    [
      'one of another namespace',
      { name: 'A', chains: ['sui:mainnet'], features: { 'standard:connect': { connect() {} } } },
    ],
    ['one that cannot connect', { name: 'A', chains: ['solana:mainnet'], features: {} }],
    [
      'one without a name',
      { name: '\u202e', chains: ['solana:mainnet'], features: { 'standard:connect': { connect() {} } } },
    ],
    [
      'Latchkey itself',
      {
        name: 'A',
        chains: ['solana:mainnet'],
        features: { [OWN_FEATURE]: {}, 'standard:connect': { connect() {} } },
      },
    ],
    [
      'one that throws when it is read',
      {
        get name() {
          throw new Error('no')
        },
      },
    ],
  ])('%s is no wallet', (_, registered) =>
    expect(readStandardWallet(registered, 'solana:', 'standard:connect')).toBeUndefined(),
  )
  it('an account whose address is not its key is left out', async () => {
    const publicKey = new Uint8Array(32).fill(3)
    const account = { address: encodeBase58(publicKey), publicKey, chains: ['solana:mainnet'] }
    expect(readStandardAccounts([account])).toHaveLength(1)
    const other = encodeBase58(new Uint8Array(32).fill(4))
    const wrong = [
      { ...account, address: other },
      { ...account, chains: [] },
      { ...account, publicKey: [] },
      null,
    ]
    expect(readStandardAccounts(wrong)).toEqual([])
  })
})

const ready = await createMockSolanaWallet()
const signedIn = await createMockSolanaWallet()
const signedInConnector = (): Connector => {
  const { features } = signedIn.wallet as { features: Record<string, { connect(): Promise<unknown> }> }
  void features['standard:connect']?.connect()
  return connectorOf(signedIn.wallet)
}
const stubborn = (answer: () => Promise<never>) => ({
  name: 'Stubborn',
  chains: ['solana:localnet'],
  accounts: [],
  features: { 'standard:connect': { connect: answer }, 'solana:signMessage': { signMessage: answer } },
})
runConnectorContract('a Solana wallet of the Wallet Standard', {
  make: (state) => (state === 'signedIn' ? signedInConnector() : connectorOf(ready.wallet)),
  makeRefusing: () => connectorOf(stubborn(() => Promise.reject(new Error('no')))),
  makeHanging: () => connectorOf(stubborn(() => new Promise<never>(() => undefined))),
  safeRequest: { method: 'solana_getAccounts', result: [{ pubkey: signedIn.address }] },
})
