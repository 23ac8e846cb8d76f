import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import type { ChainAdapter, NameAbility, TransferAbility } from '../interfaces/Config.ts'
import type { RequestArguments, TokenBalance } from '../interfaces/Connector.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { ADDRESS, connectFake, OTHER_ADDRESS } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { readPaymentLink } from './paymentLink.ts'
import { readRecipient, warningsOf } from './recipient.ts'
import { lookAlikeOf, readRecipients, rememberRecipient } from './recipients.ts'
import { transferFormOf } from './transferForm.ts'

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ether: TokenBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  quantity: { decimals: '18', numeric: '1.5' },
}
/** A wallet that knows nothing of addresses: the page looks itself. */
const silent = () => Promise.reject(new Error('Not here'))
const coin = {
  ...ether,
  symbol: 'COIN',
  address: `eip155:1:${TOKEN}`,
  quantity: { decimals: '6', numeric: '1' },
}

async function make(
  transfers: Partial<TransferAbility> = {},
  names?: Partial<NameAbility>,
  adapter: Partial<ChainAdapter> = {},
  wallet: (args: RequestArguments) => Promise<unknown> = silent,
) {
  const made = testConfig({
    adapters: [
      () => ({
        namespace: 'eip155',
        isAddress: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
        transfers: async () => ({
          normalize: (address) => (/^0x[0-9a-fA-F]{40}$/.test(address) ? address : undefined),
          readLink: () => undefined,
          request: () => ({ method: 'eth_sendTransaction' }),
          estimateFee: async () => 0n,
          isContract: async () => false,
          ...transfers,
        }),
        ...(names
          ? {
              names: async () => ({
                isName: (text: string) => text.endsWith('.eth'),
                resolve: async () => null,
                lookUp: async () => null,
                ...names,
              }),
            }
          : {}),
        ...adapter,
      }),
    ],
  })
  made.wallet.connector.request = wallet
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return made.config
}

describe('readRecipient', () => {
  it('reads addresses, whatever stands around them', async () => {
    const config = await make()
    expect(await readRecipient(config, ` ${OTHER_ADDRESS}\n`)).toEqual({
      kind: 'known',
      address: OTHER_ADDRESS,
    })
    expect(await readRecipient(config, '')).toEqual({ kind: 'empty' })
    expect(await readRecipient(config, 'Ada')).toEqual({ kind: 'invalid' })
  })
  it('R5-39 tells a wrong checksum from what is no address', async () => {
    const config = await make({ normalize: () => undefined })
    expect(await readRecipient(config, OTHER_ADDRESS)).toEqual({ kind: 'checksum' })
  })
  it('an address of another network is invalid, not one with a typing error', async () => {
    const normalize = vi.fn(async () => undefined)
    const config = await make({ normalize }, undefined, { isAddressOn: () => false })
    expect(await readRecipient(config, OTHER_ADDRESS)).toEqual({ kind: 'invalid' })
    expect(normalize).toHaveBeenCalledWith(
      OTHER_ADDRESS,
      expect.objectContaining({ caipNetworkId: 'eip155:1' }),
    )
  })
  it.each<[string, () => Promise<string | null>, object]>([
    ['is known', async () => OTHER_ADDRESS, { kind: 'known', address: OTHER_ADDRESS, name: 'ada.eth' }],
    ['nobody has', async () => null, { kind: 'noName' }],
    ['leads to what is no address', async () => 'javascript:1', { kind: 'noName' }],
    ['cannot be looked up', () => Promise.reject(new Error('down')), { kind: 'unread' }],
  ])('a name that %s', async (_, resolve, expected) => {
    expect(await readRecipient(await make({}, { resolve }), 'ada.eth')).toEqual(expected)
  })
  it('a name is invalid where the adapter has no names', async () => {
    expect(await readRecipient(await make(), 'ada.eth')).toEqual({ kind: 'invalid' })
  })
})

describe('names of another namespace', () => {
  const bytes = new Uint8Array(32).fill(7)
  type Read = NonNullable<NameAbility['readRecord']>
  /** A page on a namespace without names, with an adapter of one that has them. */
  async function makeBeside(readRecord: Read | undefined, follows = (name: string) => name.endsWith('.eth')) {
    const asked: string[] = []
    const config = await make({}, undefined, {
      nameRecord: {
        coinType: 501,
        follows,
        addressOf: ([first]) => (first === 7 ? OTHER_ADDRESS : undefined),
      },
    })
    const beside: ChainAdapter = {
      namespace: 'bip122',
      isAddress: () => false,
      names: async () => ({
        isName: (text) => text.includes('.'),
        resolve: () => Promise.reject(new Error('Of the wrong coin')),
        lookUp: async () => null,
        ...(readRecord && {
          readRecord: (question) => {
            asked.push(`${question.name} ${question.coinType}`)
            return readRecord(question)
          },
        }),
      }),
    }
    Object.assign(config.adapters, { bip122: beside })
    return { config, asked }
  }
  it.each<[string, Read, object]>([
    ['holds an address', async () => bytes, { kind: 'known', address: OTHER_ADDRESS, name: 'ada.eth' }],
    ['holds nothing', async () => null, { kind: 'noName' }],
    ['holds what is no address', async () => new Uint8Array(20), { kind: 'noName' }],
    ['cannot be read', () => Promise.reject(new Error('down')), { kind: 'unread' }],
  ])('one that %s', async (_, read, expected) => {
    const { config, asked } = await makeBeside(read)
    expect(await readRecipient(config, 'ada.eth')).toEqual(expected)
    expect(asked).toEqual(['ada.eth 501'])
  })
  it('a name that the namespace does not follow is asked of nobody', async () => {
    const { config, asked } = await makeBeside(async () => bytes)
    expect(await readRecipient(config, 'ada.sol')).toEqual({ kind: 'invalid' })
    expect(asked).toEqual([])
  })
  it('names that hold no other coins are none here', async () => {
    const { config } = await makeBeside(undefined)
    expect(await readRecipient(config, 'ada.eth')).toEqual({ kind: 'invalid' })
  })
})

describe('warnings', () => {
  it.each<[string, string, Partial<TransferAbility>, object[]]>([
    ['one’s own address', ADDRESS, {}, [{ kind: 'own' }]],
    ['somebody’s for the first time', OTHER_ADDRESS, {}, [{ kind: 'first' }]],
    ['a contract', OTHER_ADDRESS, { isContract: async () => true }, [{ kind: 'contract' }]],
    [
      'a network that does not say',
      OTHER_ADDRESS,
      { isContract: () => Promise.reject(new Error('down')) },
      [{ kind: 'first' }],
    ],
  ])('of %s', async (_, address, transfers, expected) => {
    expect(await warningsOf(await make(transfers), { address })).toEqual(expected)
  })
  it('of the token’s own contract, before anything else', async () => {
    expect(await warningsOf(await make(), { address: TOKEN.toLowerCase(), token: TOKEN })).toEqual([
      { kind: 'token' },
    ])
  })
  it('of an address made to look like one that was sent to before', async () => {
    const config = await make()
    rememberRecipient(config, OTHER_ADDRESS)
    const poison = `${OTHER_ADDRESS.slice(0, 6)}${'0'.repeat(32)}${OTHER_ADDRESS.slice(-4)}`
    expect(await warningsOf(config, { address: poison })).toEqual([
      { kind: 'lookAlike', known: OTHER_ADDRESS },
    ])
    expect(await warningsOf(config, { address: OTHER_ADDRESS.toLowerCase() })).toEqual([])
  })
})

describe('warnings of a wallet whose approvals are ours', () => {
  /** What the page would see for itself is another thing. */
  const told = (wallet: (args: RequestArguments) => Promise<unknown>, isContract = true) =>
    make({ isContract: async () => isContract }, undefined, {}, wallet)
  it('are the approval’s own, the worst first, each once', async () => {
    const asked: RequestArguments[] = []
    const config = await told(async (args) => {
      asked.push(args)
      return {
        warnings: [
          { kind: 'unused' },
          { kind: 'lookAlike', known: TOKEN },
          { kind: 'planted' },
          { kind: 'contract' },
        ],
      }
    }, false)
    expect(await warningsOf(config, { address: OTHER_ADDRESS, token: TOKEN })).toEqual([
      { kind: 'planted' },
      { kind: 'lookAlike', known: TOKEN },
      { kind: 'contract' },
      { kind: 'unused' },
    ])
    expect(asked).toMatchObject([
      { method: 'latchkey_getRecipientFacts', params: [{ address: OTHER_ADDRESS, token: TOKEN }] },
    ])
  })
  it.each<[string, () => Promise<unknown>]>([
    ['refuses', silent],
    ['answers something else', async () => ({ warnings: [{ kind: 'safe' }] })],
  ])('a wallet that %s: the page looks itself', async (_, wallet) => {
    expect(await warningsOf(await told(wallet, true), { address: OTHER_ADDRESS })).toEqual([
      { kind: 'contract' },
    ])
  })
  it('the page adds whom it knows from other wallets, and asks no network of its own', async () => {
    const config = await told(async () => ({ warnings: [{ kind: 'first' }] }))
    rememberRecipient(config, OTHER_ADDRESS)
    const poison = `${OTHER_ADDRESS.slice(0, 6)}${'0'.repeat(32)}${OTHER_ADDRESS.slice(-4)}`
    expect(await warningsOf(config, { address: poison })).toEqual([
      { kind: 'lookAlike', known: OTHER_ADDRESS },
    ])
  })
  it('an aborted caller does not wait', async () => {
    const config = await told(() => new Promise(() => undefined))
    expect(await warningsOf(config, { address: ADDRESS, signal: AbortSignal.abort() })).toEqual([
      { kind: 'own' },
    ])
  })
  it('another wallet is asked nothing', async () => {
    const { config, wallet } = testConfig()
    wallet.connector.approvesInFrame = false
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    expect(await warningsOf(config, { address: ADDRESS })).toEqual([{ kind: 'own' }])
    expect(wallet.waiting).toEqual([])
  })
})

describe('look-alikes', () => {
  const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
  it('an address with the same ends is always one, the same address never', () => {
    fc.assert(
      fc.property(hex(4), hex(32), hex(32), hex(4), (head, one, other, tail) => {
        const [known, made] = [`0x${head}${one}${tail}`, `0x${head}${other}${tail}`]
        expect(lookAlikeOf(made.toUpperCase().replace('0X', '0x'), [known])).toBe(
          one === other ? undefined : known,
        )
      }),
    )
  })
  it('addresses of bech32 are compared without the prefix that all have', () => {
    const known = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    expect(lookAlikeOf('bc1qw50qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqf3t4', [known])).toBe(known)
    expect(lookAlikeOf('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z3063t4', [known])).toBeUndefined()
    expect(lookAlikeOf(known.toUpperCase(), [known])).toBeUndefined()
  })
  it('what is stored is read again, twenty at most, and nothing else is believed', async () => {
    const config = await make()
    for (let index = 0; index < 25; index++) rememberRecipient(config, `0x${String(index).padStart(40, '0')}`)
    rememberRecipient(config, `0x${'24'.padStart(40, '0')}`)
    expect(readRecipients(config)).toHaveLength(20)
    expect(readRecipients(config)[0]).toBe(`0x${'24'.padStart(40, '0')}`)
    for (const stored of ['', '{', '{"a":1}', '[1,null,"<b>"]']) {
      config.storage.set(STORAGE_KEYS.recipients, stored)
      expect(readRecipients(config)).toEqual([])
    }
  })
})

describe('readPaymentLink', () => {
  const link = { to: OTHER_ADDRESS, amount: 1_500_000n, token: TOKEN.toLowerCase() }
  it('fills the form in', async () => {
    const config = await make({ readLink: () => link })
    expect(await readPaymentLink(config, 'ethereum:…', [ether, coin])).toEqual({
      kind: 'form',
      form: { recipient: OTHER_ADDRESS, tokenId: coin.address, amount: '1.5', unit: 'token' },
    })
    const plain = await make({ readLink: () => ({ to: OTHER_ADDRESS }) })
    expect(await readPaymentLink(plain, 'ethereum:…', [ether])).toEqual({
      kind: 'form',
      form: { recipient: OTHER_ADDRESS, tokenId: 'native' },
    })
  })
  it('an amount that was written of another token does not stay, nor one in the place of what the link asks for', async () => {
    const form = async (asked: { token?: string; amount?: 'untold' }, tokenId: string) => {
      const config = await make({ readLink: () => ({ to: OTHER_ADDRESS, ...asked }) })
      transferFormOf(config).setState({ tokenId, amount: '5', unit: 'fiat' })
      const read = await readPaymentLink(config, 'ethereum:…', [ether, coin])
      return read.kind === 'form' ? { ...transferFormOf(config).getState(), ...read.form } : undefined
    }
    const empty = { amount: '', unit: 'token' }
    const token = TOKEN.toLowerCase()
    expect(await form({ token }, 'native')).toMatchObject({ tokenId: coin.address, ...empty })
    expect(await form({}, coin.address ?? '')).toMatchObject({ tokenId: 'native', ...empty })
    expect(await form({ token, amount: 'untold' }, coin.address ?? '')).toMatchObject(empty)
    expect(await form({ token }, coin.address ?? '')).toMatchObject({ amount: '5', unit: 'fiat' })
  })
  it('refuses another network, a token that is not there, and what is no link', async () => {
    const elsewhere = await make({ readLink: () => ({ ...link, caipNetworkId: 'eip155:10' }) })
    expect(await readPaymentLink(elsewhere, 'ethereum:…', [coin])).toEqual({ kind: 'otherNetwork' })
    const config = await make({ readLink: () => link })
    expect(await readPaymentLink(config, 'ethereum:…', [ether])).toEqual({ kind: 'otherToken' })
    expect(await readPaymentLink(await make(), 'text', [ether])).toEqual({ kind: 'none' })
  })
})
