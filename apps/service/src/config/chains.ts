import { isAddress } from 'viem'
import * as z from 'zod'

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
const address = z.custom<`0x${string}`>(
  (value) => typeof value === 'string' && isAddress(value),
  'write an address: 0x and 40 hex digits',
)

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
    explorerUrl: httpUrl.optional(),
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
