import { ChainUnreachableError, NotConnectedError, RpcParamsError } from '@latchkey/protocol/frame'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import { fakeChain, fakeFrame, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { LOCAL as solana } from '../../solana/testing/solanaWorld.ts'
import { noteChanges, noteTokens, rememberParties, seenTokens } from '../parties/knownParties.ts'
import { walletAssets } from './walletAssets.ts'

const coin = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const cents = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const art = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
const smart = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
const accounts = { eoa: testAddress, smart } as const

const word = (value: bigint | number) => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const text = (value: string) =>
  `${word(32)}${word(value.length).slice(2)}${Buffer.from(value).toString('hex').padEnd(64, '0')}`

type Token = { name: string; symbol: string; decimals: number | null; balance: bigint; collectible?: boolean }
const tokens: Record<string, Token> = {
  [coin.toLowerCase()]: { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6, balance: 5_000_000n },
  [cents.toLowerCase()]: { name: 'Cent', symbol: 'CNT', decimals: 18, balance: 10n ** 18n },
  [art.toLowerCase()]: { name: 'Art', symbol: 'ART', decimals: null, balance: 2n, collectible: true },
}

function answer({ method, params }: RpcCall): unknown {
  if (method === 'eth_getBalance') return '0xde0b6b3a7640000'
  const [{ to, data }] = params as [{ to: string; data: string }]
  const token = tokens[to.toLowerCase()]
  if (!token) return '0x'
  if (data.startsWith('0x70a08231')) return word(token.balance)
  if (data.startsWith('0x06fdde03')) return text(token.name)
  if (data.startsWith('0x95d89b41')) return text(token.symbol)
  if (data.startsWith('0x313ce567')) return token.decimals === null ? '0x' : word(token.decimals)
  return word(token.collectible ? 1 : 0)
}
const world = (config = {}) => fakeFrame({ chain: fakeChain(answer), config })

const native = {
  address: 'native',
  balance: '0xde0b6b3a7640000',
  type: 'native',
  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const dollars = {
  address: coin,
  balance: '0x4c4b40',
  type: 'erc20',
  metadata: { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6 },
}
const asset = (address: string, type = 'erc20') => ({ address, type })

describe('wallet_getAssets (ERC-7811)', () => {
  test('R6-12 tells the coin of every network, and tokens that the account had to do with', async () => {
    const frame = world()
    noteTokens(frame, 31337, testAddress, [cents, coin, art])
    const answered = await walletAssets(frame, [{ account: testAddress }], accounts)
    expect(Object.keys(answered)).toEqual(['0x7a69', '0x2105'])
    expect(answered['0x7a69']).toEqual([
      native,
      dollars,
      {
        address: cents,
        balance: '0xde0b6b3a7640000',
        type: 'erc20',
        metadata: { name: 'Cent', symbol: 'CNT', decimals: 18 },
      },
    ])
    expect(answered['0x2105']).toEqual([native])
  })

  test('tells what the service finds as well, once each, and reads it itself', async () => {
    const asked: number[] = []
    const frame = fakeFrame({
      chain: {
        ...fakeChain(answer),
        tokens: async (chainId) => {
          asked.push(Number(chainId))
          // Written in another way, and one that the network knows nothing of.
          return chainId === 31337 ? [coin.toLowerCase(), smart] : []
        },
      },
    })
    noteTokens(frame, 31337, testAddress, [coin])
    const answered = await walletAssets(frame, [{ account: testAddress }], accounts)
    expect(answered['0x7a69']).toEqual([native, dollars])
    await walletAssets(frame, [{ account: testAddress, assetTypeFilter: ['native'] }], accounts)
    await walletAssets(frame, [{ account: testAddress, assetFilter: { '0x7a69': [asset(coin)] } }], accounts)
    expect(asked).toEqual([31337, 8453])
  })

  test('networks of other kinds that the page lists are not asked', async () => {
    const asked: unknown[] = []
    const chain = fakeChain((call) => answer(call))
    const tokens = async (chainId: unknown) => {
      asked.push(chainId)
      return []
    }
    const config = { ...testConfig, chains: [...testConfig.chains, solana] }
    const frame = fakeFrame({ chain: { ...chain, tokens }, config })
    const answered = await walletAssets(frame, [{ account: testAddress }], accounts)
    expect(Object.keys(answered)).toEqual(['0x7a69', '0x2105'])
    expect(asked).toEqual([31337, 8453])
  })

  test('a service that does not answer takes nothing away', async () => {
    const down = { ...fakeChain(answer), tokens: () => Promise.reject(new ChainUnreachableError()) }
    const frame = fakeFrame({ chain: down })
    noteTokens(frame, 31337, testAddress, [coin])
    const answered = await walletAssets(frame, [{ account: testAddress }], accounts)
    expect(answered['0x7a69']).toEqual([native, dollars])
  })

  test('an assetFilter names all that is told, whatever the other filters say', async () => {
    const assetFilter = { '0x7A69': [asset(coin, 'ERC20'), asset(art, 'erc721'), asset(smart)] }
    const params = [
      { account: testAddress, assetFilter, assetTypeFilter: ['native'], chainFilter: ['0x2105'] },
    ]
    expect(await walletAssets(world(), params, accounts)).toEqual({
      '0x7a69': [
        dollars,
        { address: art, balance: '0x2', type: 'erc721', metadata: { name: 'Art', symbol: 'ART' } },
      ],
    })
  })

  test('the first drafts’ bare addresses are understood; an empty list asks for everything there', async () => {
    const frame = world()
    const bare = { account: testAddress, assetFilter: { '0x7a69': [coin, 'native'] } }
    expect(await walletAssets(frame, [bare], accounts)).toEqual({ '0x7a69': [native, dollars] })
    const empty = { account: testAddress, assetFilter: { '0x7a69': [] } }
    expect(await walletAssets(frame, empty, accounts)).toEqual({ '0x7a69': [native, dollars] })
  })

  test('filters by type and network', async () => {
    const frame = world()
    noteTokens(frame, 31337, testAddress, [coin, art])
    const only = (filter: object) =>
      walletAssets(frame, [{ account: testAddress, chainFilter: ['0x7a69'], ...filter }], accounts)
    expect(await only({ assetTypeFilter: ['ERC20'] })).toEqual({ '0x7a69': [dollars] })
    expect((await only({ assetTypeFilter: ['erc721'] }))['0x7a69']).toMatchObject([{ address: art }])
    expect(await only({ assetTypeFilter: ['erc1155'] })).toEqual({ '0x7a69': [] })
    expect(await walletAssets(frame, [{ account: testAddress, chainFilter: ['0x99'] }], accounts)).toEqual({})
  })

  test('a token of another type than asked, or without decimals, is left out', async () => {
    const assetFilter = { '0x7a69': [asset(coin, 'erc721'), asset(art, 'erc20'), asset(coin, 'native')] }
    expect(await walletAssets(world(), [{ account: testAddress, assetFilter }], accounts)).toEqual({
      '0x7a69': [],
    })
  })

  test('the smart account has assets where such accounts are offered', async () => {
    const chains = testConfig.chains.map((chain) =>
      chain.id === 31337 ? { ...chain, smartAccounts: { entryPoint: '0.7' as const } } : chain,
    )
    expect(Object.keys(await walletAssets(world({ chains }), [{ account: smart }], accounts))).toEqual([
      '0x7a69',
    ])
  })

  test('a network that does not answer is left out; when none does, that is said', async () => {
    const silent = (id: number | null) => ({
      ...fakeChain(answer),
      batch: async (chainId: number, calls: readonly RpcCall[]) => {
        if (id === null || chainId === id) throw new ChainUnreachableError()
        return calls.map((call) => ({ ok: true as const, result: answer(call) }))
      },
    })
    const some = await walletAssets(fakeFrame({ chain: silent(8453) }), [{ account: testAddress }], accounts)
    expect(Object.keys(some)).toEqual(['0x7a69'])
    await expect(
      walletAssets(fakeFrame({ chain: silent(null) }), [{ account: testAddress }], accounts),
    ).rejects.toThrow(ChainUnreachableError)
  })

  test.each<[string, unknown, unknown]>([
    ['no parameters', [], RpcParamsError],
    ['two', [{ account: testAddress }, {}], RpcParamsError],
    ['no account', [{}], RpcParamsError],
    ['an unknown member', [{ account: testAddress, all: true }], RpcParamsError],
    ['a network in decimal', [{ account: testAddress, chainFilter: ['31337'] }], RpcParamsError],
    [
      'too many assets',
      [{ account: testAddress, assetFilter: { '0x1': new Array(51).fill(asset(coin)) } }],
      RpcParamsError,
    ],
    ['another address', [{ account: coin }], NotConnectedError],
  ])('refuses %s', async (_, params, error) => {
    await expect(walletAssets(world(), params, accounts)).rejects.toThrow(error as new () => Error)
  })

  test('refuses any other JSON with RpcParamsError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        await expect(walletAssets(world(), value, accounts)).rejects.toThrow(RpcParamsError)
      }),
      { numRuns: 200 },
    )
  })
})

test('seen tokens are kept once, the newest first, and not without end', () => {
  const frame = world()
  noteTokens(frame, 1, testAddress, [coin, coin.toLowerCase()])
  noteTokens(frame, 1, testAddress.toLowerCase(), [cents])
  noteTokens(frame, 2, testAddress, [art])
  expect(seenTokens(frame, 1, testAddress)).toEqual([cents.toLowerCase(), coin.toLowerCase()])
  noteChanges(frame, 2, testAddress, {
    changes: [
      { asset: coin, amount: 1n },
      { asset: null, amount: 1n },
    ],
  })
  rememberParties(frame, testAddress, {
    recipients: [],
    tokens: [{ chainId: 2, address: cents, symbol: 'CNT' }],
  })
  expect(seenTokens(frame, 2, testAddress)).toEqual([coin, art, cents].map((one) => one.toLowerCase()))
  const many = Array.from({ length: 300 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  noteTokens(frame, 1, testAddress, many)
  expect(seenTokens(frame, 1, testAddress)).toHaveLength(200)
})
