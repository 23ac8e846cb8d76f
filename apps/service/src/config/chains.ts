import * as z from 'zod'
import { knownSwaps } from './tokens/knownSwaps.ts'
import { knownNetworks } from './tokens/knownTokens.ts'
import {
  address,
  mergeTokens,
  type Prices,
  pricesSchema,
  repeatedAddress,
  type Swaps,
  sameToken,
  swapsSchema,
  type Token,
  tokenSchema,
} from './tokens/tokenSchema.ts'

/** Networks of the OP Stack whose currency is Ether: each with its test network. */
const opStackNetworks: ReadonlySet<number> = new Set([
  // OP Mainnet, OP Sepolia
  10, 11_155_420,
  // Base
  8_453, 84_532,
  // Zora
  7_777_777, 999_999_999,
  // Mode
  34_443, 919,
  // World Chain
  480, 4_801,
  // Unichain
  130, 1_301,
  // Ink
  57_073, 763_373,
  // Soneium, Soneium Minato
  1_868, 1_946,
  // Lisk
  1_135, 4_202,
  // BOB
  60_808, 808_813,
  // Shape
  360, 11_011,
])

/**
 * Whether a network takes a fee for storing transactions on Ethereum, besides gas. What the operator wrote goes first.
 *
 * @example
 * takesL1Fee({ id: 8453 }) // true
 */
export const takesL1Fee = ({ id, l1Fee }: { id: number; l1Fee?: 'opStack' | 'none' | undefined }): boolean =>
  l1Fee === undefined ? opStackNetworks.has(id) : l1Fee === 'opStack'

/** ERC-4337 EntryPoint 0.7, the same on every network. Operations for another contract are not passed on. */
export const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

export const isEntryPoint = (value: unknown): boolean =>
  typeof value === 'string' && value.toLowerCase() === ENTRY_POINT.toLowerCase()

const httpUrl = z.url({ protocol: /^https?$/ })
/** Multicall3 stands here on almost every network (github.com/mds1/multicall3). */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** The registry of ENS on Ethereum and its test networks. */
const ENS_REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'

type Listed = { id: number; tokens?: readonly Token[] | undefined; prices?: Prices | undefined }

/** Tokens of a network: the operator's first, then those that are known of it. */
export const tokensOf = ({ id, tokens = [] }: Listed): Token[] =>
  mergeTokens(tokens, knownNetworks[id]?.tokens ?? [])

/** Where a network's prices are read: as the operator says, else as is known; undefined where nobody says. */
export const pricesOf = ({ id, prices }: Listed): Prices | undefined => prices ?? knownNetworks[id]?.prices

/** Where tokens are swapped on the network: as the operator says, else as is known; undefined where nobody says, or nobody may. */
export function swapsOf({ id, swaps }: Pick<Chain, 'id' | 'swaps'>): Swaps | undefined {
  if (swaps === 'none') return undefined
  return swaps ?? knownSwaps(id)
}

/** Where many contracts are read in one call; null: nowhere. */
export const multicallOf = ({ multicall = MULTICALL }: Pick<Chain, 'multicall'>): `0x${string}` | null =>
  multicall === 'none' ? null : multicall

/** A token that prices are told by, and that nobody describes. */
function unlistedToken(chain: Listed): string | undefined {
  const { prices } = chain
  if (!prices) return undefined
  const described = [
    ...tokensOf(chain).map(({ address }) => address),
    ...(prices.wrapped ? [prices.wrapped] : []),
  ]
  const used = [...prices.dollars, ...prices.pools.flatMap(({ tokens }) => tokens)]
  return used.find((token) => !described.some((one) => sameToken(one, token)))
}

export const chainSchema = z
  .strictObject({
    id: z.int().min(1),
    name: z.string().min(1).max(64),
    nativeCurrency: z.strictObject({
      name: z.string().min(1).max(64),
      symbol: z.string().min(1).max(16),
      decimals: z.int().min(0).max(36),
    }),
    /** Upstreams, best first until they are measured. They may hold keys and never reach a browser. */
    rpcUrls: z.array(httpUrl).min(1).max(16),
    /** WebSocket addresses of nodes that tell of new blocks. Without them the nodes above are asked again and again. */
    wsUrls: z
      .array(z.url({ protocol: /^wss?$/ }))
      .min(1)
      .max(16)
      .optional(),
    explorerUrl: httpUrl.optional(),
    /** An explorer with the API v2 of Blockscout, which tells the history that this service has not indexed. It may hold a key. */
    historyUrl: httpUrl.optional(),
    testnet: z.boolean().default(false),
    /** ERC-4337 bundlers, best first. With one of them the network has smart accounts. As with `rpcUrls`, no browser is told. */
    bundlerUrls: z.array(httpUrl).min(1).max(8).optional(),
    /** Version of the entry point contract. */
    entryPoint: z.enum(['0.7']).optional(),
    /** The operator's VerifyingPaymaster, and who pays, in words for the screen. */
    paymaster: z.strictObject({ address, sponsor: z.string().min(1).max(64) }).optional(),
    /** The contract that enforces permissions (ERC-7710 delegation manager). */
    permissionManager: address.optional(),
    /** What transactions of plain accounts pay besides gas. Left out: `opStack` on the networks that are known for it. */
    l1Fee: z.enum(['opStack', 'none']).optional(),
    /** Tokens whose balances are told, besides those that are known of the network. */
    tokens: z.array(tokenSchema).max(200).optional(),
    /** In place of what is known of the network's pools. */
    prices: pricesSchema.optional(),
    /** In place of what is known of the network's Uniswap v3; `none` where nothing is swapped. */
    swaps: z.union([swapsSchema, z.literal('none')]).optional(),
    /** The contract that reads many balances in one call; `none` where there is no such contract. */
    multicall: z.union([address, z.literal('none')]).optional(),
    /** Names of accounts are looked up on this network: at most one has it. */
    ens: z.strictObject({ registry: address.default(ENS_REGISTRY) }).optional(),
  })
  .check(({ value, issues }) => {
    const repeated = repeatedAddress(value.tokens ?? [])
    if (repeated >= 0)
      issues.push({
        code: 'custom',
        input: value.tokens?.[repeated]?.address,
        path: ['tokens', repeated, 'address'],
        message: 'stands twice',
      })
    const unknown = unlistedToken(value)
    if (unknown)
      issues.push({
        code: 'custom',
        input: unknown,
        path: ['prices'],
        message: `${unknown} is not in tokens, so its decimals are not known`,
      })
  })
  .check(({ value, issues }) => {
    if (value.bundlerUrls) return
    for (const name of ['entryPoint', 'paymaster', 'permissionManager'] as const)
      if (value[name] !== undefined)
        issues.push({
          code: 'custom',
          input: value[name],
          path: [name],
          message: 'is of use with bundlerUrls alone',
        })
  })

/** A network of Ethereum's namespace that the service passes calls on to. */
export type Chain = z.output<typeof chainSchema>
