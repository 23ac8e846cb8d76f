import type { Connector, ConnectorContext, Network } from '@latchkey/core'
import { createMockBitcoinWallet, type MockBitcoinWallet } from '@latchkey/testing/bitcoinWallet'
import { describe, expect, it } from 'vitest'
import { connectorContext, mainnet } from '../testing/connectorContext.ts'
import { runConnectorContract } from '../testing/connectorContract.ts'
import { type BitcoinWallet, readBitcoinAccounts } from './BitcoinWallet.ts'
import { bitcoinWallet } from './bitcoinConnector.ts'
import { readPsbt } from './psbt/readPsbt.ts'
import { readSatsConnectWallet } from './satsConnectWallet.ts'
import { readStandardBitcoinWallet } from './standardBitcoinWallet.ts'
import { psbtBytes, spends, toBase64 } from './testing/buildPsbt.ts'

const regtest: Network = {
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  chainNamespace: 'bip122',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
}
const live: Network = { ...regtest, id: '00', caipNetworkId: 'bip122:000000000019d6689c085ae165831e93' }

const needed = (wallet: BitcoinWallet | undefined): BitcoinWallet => {
  if (!wallet) throw new Error('It is no wallet')
  return wallet
}
const KINDS = {
  'sats-connect': ({ name, provider }: MockBitcoinWallet) =>
    readSatsConnectWallet({ id: 'mock.provider', name }, { mock: { provider } }),
  'the Wallet Standard': ({ standard }: MockBitcoinWallet) => readStandardBitcoinWallet(standard),
}
type Kind = keyof typeof KINDS

const connectorOf = (wallet: BitcoinWallet | undefined, context: Partial<ConnectorContext> = {}) =>
  bitcoinWallet({ id: 'bip122:Mock', wallet: needed(wallet), rdns: () => undefined })(
    connectorContext({ networks: [mainnet, regtest], ...context }),
  )
async function make(kind: Kind) {
  const mock = await createMockBitcoinWallet()
  const context = connectorContext({ networks: [mainnet, regtest] })
  return { mock, context, connector: connectorOf(KINDS[kind](mock), context) }
}
const bech32 = (address: string) =>
  [...address.slice(address.lastIndexOf('1') + 1, -6)].map((one) =>
    'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(one),
  )
/** Of an address of segwit. */
function scriptOf(address: string): Uint8Array {
  const [version = 0, ...groups] = bech32(address)
  const bits = groups.map((group) => group.toString(2).padStart(5, '0')).join('')
  const program = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return Uint8Array.of(version && 0x50 + version, program.length, ...program)
}
/** A PSBT that spends a coin of each address. */
const psbtOf = (...addresses: string[]): string =>
  toBase64(
    psbtBytes({
      ...{ version: 2, lockTime: 0, outputs: [{ amount: 900n, script: new Uint8Array(22) }] },
      inputs: addresses.map((address, vout) => ({
        ...{ txid: new Uint8Array(32).fill(5), vout, sequence: 0xffff_fffd },
        fields: [spends(scriptOf(address), 1_000n)],
      })),
    }),
  )
const PSBT = psbtOf('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')

describe.each(Object.keys(KINDS) as Kind[])('a wallet of %s', (kind) => {
  it('connects with both accounts, the one for payments first', async () => {
    const { mock, connector } = await make(kind)
    expect(await connector.reconnect({})).toBeUndefined()
    const { accounts, caipNetworkId } = await connector.connect({})
    expect(caipNetworkId).toBe(regtest.caipNetworkId)
    expect(accounts).toEqual([
      {
        namespace: 'bip122',
        address: mock.addresses.payment,
        type: 'payment',
        publicKey: expect.any(String),
      },
      {
        namespace: 'bip122',
        address: mock.addresses.ordinal,
        type: 'ordinal',
        publicKey: expect.any(String),
      },
    ])
    expect(
      await connector.request({ method: 'getAccountAddresses', params: { intentions: ['ordinal'] } }),
    ).toEqual([{ address: mock.addresses.ordinal, intention: 'ordinal', publicKey: expect.any(String) }])
    expect((await connector.reconnect({}))?.accounts).toEqual(accounts)
    await connector.disconnect()
    expect(await connector.reconnect({})).toBeUndefined()
  })

  it('says whether it can be asked for a transfer', async () => {
    const { connector } = await make(kind)
    expect(connector.takes?.('sendTransfer')).toBe(kind === 'sats-connect')
    expect(connector.takes?.('signPsbt')).toBe(true)
  })

  it('signs messages by either account, in hex', async () => {
    const { mock, connector } = await make(kind)
    await connector.connect({})
    for (const [type, length] of [
      ['payment', 214],
      ['ordinal', 132],
    ] as const) {
      const params = { account: mock.addresses[type], message: 'Good morning' }
      const { address, signature } = (await connector.request({ method: 'signMessage', params })) as {
        address: string
        signature: string
      }
      expect(address).toBe(mock.addresses[type])
      expect(signature).toMatch(/^[0-9a-f]+$/)
      // A signature of ECDSA is one byte longer half of the time.
      expect(Math.abs(signature.length - length)).toBeLessThanOrEqual(2)
    }
  })

  it('hands a PSBT on, and its answer back', async () => {
    const { mock, connector } = await make(kind)
    await connector.connect({})
    const signInputs = [{ address: mock.addresses.ordinal, index: 0, sighashTypes: [0] }]
    const params = { psbt: psbtOf(mock.addresses.ordinal), signInputs }
    const { psbt } = (await connector.request({ method: 'signPsbt', params })) as { psbt: string }
    const [input] = readPsbt(Buffer.from(psbt, 'base64'))?.inputs ?? []
    // A signature of taproot (BIP-371).
    expect(input?.fields.get('0x13')).toHaveLength(64)
    const { params: told } = mock.calls().at(-1) ?? {}
    expect(JSON.stringify(told)).toContain(
      kind === 'sats-connect' ? `"signInputs":{"${mock.addresses.ordinal}":[0]}` : '"signingIndexes":[0]',
    )
  })
})

describe('a PSBT that comes back', () => {
  it.each(Object.keys(KINDS) as Kind[])(
    'from %s with more signatures than were asked for is refused',
    async (kind) => {
      const { mock, connector } = await make(kind)
      await connector.connect({})
      const { payment } = mock.addresses
      // The mock signs all that is its own.
      const params = { psbt: psbtOf(payment, payment), signInputs: [{ address: payment, index: 0 }] }
      const refused = connector.request({ method: 'signPsbt', params })
      await expect(refused).rejects.toMatchObject({ code: 6041, data: { reason: 'input' } })
      const both = [0, 1].map((index) => ({ address: payment, index }))
      await connector.request({ method: 'signPsbt', params: { ...params, signInputs: both } })
    },
  )

  it('as another one is refused, and so is the id of another one that was sent', async () => {
    let answer: object = {}
    const mock = await createMockBitcoinWallet()
    const request = async (method: string, params: unknown) =>
      method === 'signPsbt' ? { result: answer } : mock.provider.request(method, params)
    const connector = connectorOf(readSatsConnectWallet({ id: 'a', name: 'A' }, { a: { request } }))
    await connector.connect({})
    const { payment, ordinal } = mock.addresses
    const sign = (params: object) =>
      connector.request({ method: 'signPsbt', params: { psbt: psbtOf(payment), ...params } })
    answer = { psbt: psbtOf(ordinal) }
    await expect(sign({})).rejects.toMatchObject({ code: 6041, data: { reason: 'spent' } })
    answer = { psbt: psbtOf(payment, payment) }
    await expect(sign({})).rejects.toMatchObject({ code: 6041, data: { reason: 'transaction' } })
    answer = { psbt: toBase64(new TextEncoder().encode('psbt')) }
    await expect(sign({})).rejects.toMatchObject({ code: 6041, data: { reason: 'unreadable' } })
    answer = { txid: 'ab'.repeat(32) }
    await expect(sign({ broadcast: true })).rejects.toMatchObject({ code: 6041 })
  })
})

describe.each(Object.keys(KINDS) as Kind[])('the person with a wallet of %s', (kind) => {
  const connectMethod = kind === 'sats-connect' ? 'getAccounts' : 'bitcoin:connect'
  const messageMethod = kind === 'sats-connect' ? 'signMessage' : 'bitcoin:signMessage'

  it.each([
    ['another account', 'signMessage', { account: 'bcrt1qother', message: 'a' }, 6014],
    ['no message', 'signMessage', {}, -32_602],
    ['what is no base64', 'signPsbt', { psbt: 'a b c' }, -32_602],
    ['what is no PSBT', 'signPsbt', { psbt: 'cHNidP8B' }, -32_602],
    ['an input that is not there', 'signPsbt', { psbt: PSBT, signInputs: [{ index: 1 }] }, -32_602],
    ['an input of somebody else', 'signPsbt', { psbt: PSBT, signInputs: [{ address: 'x', index: 0 }] }, 6014],
    ['an input that is none', 'signPsbt', { psbt: PSBT, signInputs: [{ index: -1 }] }, -32_602],
    [
      'a signature of less than all',
      'signPsbt',
      { psbt: PSBT, signInputs: [{ index: 0, sighashTypes: [130] }] },
      -32_602,
    ],
    ['a method of another chain', 'personal_sign', {}, 6017],
  ])('is not asked for %s', async (_, method, params, code) => {
    const { mock, connector } = await make(kind)
    await connector.connect({})
    const before = mock.calls().length
    const failure = await connector.request({ method, params }).catch((error: unknown) => error)
    expect(failure).toMatchObject(code === 6017 ? { data: { rpcCode: 4200 } } : { code })
    expect(mock.calls()).toHaveLength(before)
  })

  it('a person who declines is a refusal with 4001', async () => {
    const { mock, connector } = await make(kind)
    mock.rejectNext(connectMethod)
    await expect(connector.connect({})).rejects.toMatchObject({ data: { rpcCode: 4001 } })
    await connector.connect({})
    mock.rejectNext(messageMethod)
    const params = { message: 'a' }
    await expect(connector.request({ method: 'signMessage', params })).rejects.toMatchObject({ code: 4001 })
  })

  it('is refused on a network that its accounts are not of', async () => {
    const mock = await createMockBitcoinWallet()
    const connector = connectorOf(KINDS[kind](mock), { networks: [mainnet, live] })
    await expect(connector.connect({})).rejects.toMatchObject({ code: 6016 })
    const both = connectorOf(KINDS[kind](mock), { networks: [regtest, live] })
    await both.connect({ caipNetworkId: regtest.caipNetworkId })
    await expect(both.switchNetwork?.(live)).rejects.toMatchObject({ code: 6016 })
    await both.switchNetwork?.(regtest)
  })
})

describe('a transfer', () => {
  const recipientAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  it('is asked of the wallet in whole satoshis', async () => {
    const { mock, connector } = await make('sats-connect')
    await connector.connect({})
    const params = { recipientAddress, amount: '10000' }
    expect(await connector.request({ method: 'sendTransfer', params })).toEqual({ txid: 'ab'.repeat(32) })
    expect(mock.calls().at(-1)?.params).toEqual({
      recipients: [{ address: recipientAddress, amount: 10_000 }],
    })
  })
  it.each([{}, { txid: '' }, { txid: 7 }, null])(
    'may be sent where the wallet answers %j',
    async (answer) => {
      const mock = await createMockBitcoinWallet()
      const request = async (method: string, params: unknown) =>
        method === 'sendTransfer' ? answer : mock.provider.request(method, params)
      const connector = connectorOf(readSatsConnectWallet({ id: 'a', name: 'A' }, { a: { request } }))
      await connector.connect({})
      const params = { recipientAddress, amount: '10000' }
      await expect(connector.request({ method: 'sendTransfer', params })).rejects.toMatchObject({
        code: 6044,
      })
    },
  )
  it.each([
    ['a part of a satoshi', { amount: '1.5' }],
    ['nothing', { amount: '0' }],
    ['a number', { amount: 1 }],
    ['more than there is', { amount: '2100000000000001' }],
    ['another network', { recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['a memo', { memo: 'a' }],
    ['change for somebody else', { changeAddress: recipientAddress }],
  ])('of %s is refused', async (_, change) => {
    const { connector } = await make('sats-connect')
    await connector.connect({})
    const params = { recipientAddress, amount: '1', ...change }
    await expect(connector.request({ method: 'sendTransfer', params })).rejects.toMatchObject({
      code: -32_602,
    })
  })
  it('is not asked of a wallet that has another account by now, and the page hears of that', async () => {
    const [first, second] = [
      await createMockBitcoinWallet(),
      await createMockBitcoinWallet({ seed: Array(32).fill(9) }),
    ]
    let current = first
    const asked: string[] = []
    const request = async (method: string, params: unknown) => {
      asked.push(method)
      return current.provider.request(method, params)
    }
    const context = connectorContext({ networks: [mainnet, regtest] })
    const heard: string[] = []
    context.emitter.on('change', ({ accounts = [] }) => heard.push(accounts[0]?.address ?? ''))
    const connector = connectorOf(readSatsConnectWallet({ id: 'a', name: 'A' }, { a: { request } }), context)
    await connector.connect({})
    current = second
    const params = { recipientAddress, amount: '10000' }
    const send = () => connector.request({ method: 'sendTransfer', params })
    await expect(send()).rejects.toMatchObject({ code: 6014, data: { rpcCode: 4100 } })
    // It did not know this page, so its person was asked.
    expect(asked).toEqual(['getAccounts', 'wallet_getAccount', 'getAccounts'])
    expect(heard).toEqual([second.addresses.payment])
    expect(await send()).toEqual({ txid: 'ab'.repeat(32) })
    expect(asked.slice(3)).toEqual(['wallet_getAccount', 'sendTransfer'])
  })

  it('never spends from the account of ordinals, and no wallet of the Wallet Standard builds one', async () => {
    const { mock, connector } = await make('sats-connect')
    await connector.connect({})
    const params = { recipientAddress, amount: '1', account: mock.addresses.ordinal }
    await expect(connector.request({ method: 'sendTransfer', params })).rejects.toMatchObject({ code: 6014 })
    const other = await make('the Wallet Standard')
    await other.connector.connect({})
    const asked = other.connector.request({
      method: 'sendTransfer',
      params: { recipientAddress, amount: '1' },
    })
    await expect(asked).rejects.toMatchObject({ data: { rpcCode: 4200 } })
  })
})

describe('what is on the page', () => {
  const provider = { request: async () => ({}) }
  it.each([
    ['nothing', null, {}],
    ['one without a name', { id: 'a' }, { a: provider }],
    ['one whose name hides', { id: 'a', name: '\u202e' }, { a: provider }],
    ['one that is not there', { id: 'b', name: 'B' }, { a: provider }],
    ['one that is no provider', { id: 'a', name: 'A' }, { a: {} }],
    ['a path that is none', { id: 'a[0]', name: 'A' }, { a: [provider] }],
    [
      'one that throws when it is read',
      { id: 'a', name: 'A' },
      {
        get a() {
          throw new Error('no')
        },
      },
    ],
  ])('%s is no wallet of sats-connect', (_, told, window) =>
    expect(readSatsConnectWallet(told, window)).toBeUndefined(),
  )
  it('a wallet of another chain, or Latchkey itself, is none of the Wallet Standard', () => {
    const features = { 'bitcoin:connect': { connect() {} } }
    expect(readStandardBitcoinWallet({ name: 'A', chains: ['bitcoin:mainnet'], features })).toBeDefined()
    expect(readStandardBitcoinWallet({ name: 'A', chains: ['sui:mainnet'], features })).toBeUndefined()
    const own = { ...features, 'latchkey:': {} }
    expect(
      readStandardBitcoinWallet({ name: 'A', chains: ['bitcoin:mainnet'], features: own }),
    ).toBeUndefined()
  })
  it('accounts of other networks and chains are left out', () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const list = [
      { address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0' },
      { address, purpose: 'payment' },
      { address, purpose: 'payment' },
      { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', purpose: 'stacks' },
      { address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
      { address: '<script>' },
      null,
    ]
    const found = readBitcoinAccounts(list, live.caipNetworkId)
    expect(found.map(({ type }) => type)).toEqual(['payment', 'ordinal'])
  })
})

const ready = await createMockBitcoinWallet()
const signedIn = await createMockBitcoinWallet()
await signedIn.provider.request('getAccounts', {})
const stubborn = (request: () => Promise<object>) =>
  readSatsConnectWallet({ id: 'a', name: 'Stubborn' }, { a: { request } })
runConnectorContract('a Bitcoin wallet of sats-connect', {
  make: (state): Connector => connectorOf(KINDS['sats-connect'](state === 'signedIn' ? signedIn : ready)),
  makeRefusing: () => connectorOf(stubborn(() => Promise.reject(new Error('no')))),
  makeHanging: () => connectorOf(stubborn(() => new Promise<never>(() => undefined))),
  safeRequest: {
    method: 'getAccountAddresses',
    result: [
      { address: signedIn.addresses.payment, intention: 'payment', publicKey: expect.any(String) },
      { address: signedIn.addresses.ordinal, intention: 'ordinal', publicKey: expect.any(String) },
    ],
  },
})
