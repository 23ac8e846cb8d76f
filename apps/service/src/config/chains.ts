import type { Account, ChainInfo } from '@latchkey/protocol'
import { isAddress } from 'viem'
import * as z from 'zod'
import { takesL1Fee } from './opStackNetworks.ts'

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

/** Ethereum's namespace of CAIP-2. The service names namespaces here and nowhere else. */
const EVM = 'eip155'

/** CAIP-30: the first 32 characters of the genesis hashes of mainnet, devnet and testnet. */
const SOLANA = 'solana'
const SOLANA_NETWORKS: ReadonlySet<string> = new Set([
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
])

/** Whether an account or a network is of Ethereum's namespace. */
export const isEvm = (namespace: string | undefined): boolean => namespace === EVM

/** The address of the key of a wallet's first EVM account. */
export const evmAddressOf = (accounts: readonly Account[]): string | undefined =>
  accounts.find(({ namespace, type }) => namespace === EVM && type === 'eoa')?.address

/** Whether a network of CAIP-2 exists, as far as that is known without asking: of EVM networks, those that have a client. */
export function isKnownNetwork(chainId: string, client: unknown): boolean {
  const [namespace, reference = ''] = chainId.split(':')
  if (namespace === EVM) return client !== undefined
  return namespace !== SOLANA || SOLANA_NETWORKS.has(reference)
}

/** A network of Ethereum's namespace that the service passes calls on to. */
export type Chain = z.output<typeof chainSchema>

/** CAIP-2 id of a chain. */
export const caip2Of = (chain: { id: number }) => `${EVM}:${chain.id}`

function smartAccountsOf({ bundlerUrls, paymaster, permissionManager }: Chain, isSponsored: boolean) {
  if (!bundlerUrls) return {}
  return {
    smartAccounts: {
      entryPoint: '0.7' as const,
      ...(paymaster && isSponsored ? { sponsor: paymaster.sponsor } : {}),
      ...(permissionManager ? { permissionManager } : {}),
    },
  }
}

/**
 * What a browser may know of a chain.
 *
 * @param isSponsored the operator pays for operations of the project's people on this network
 */
export function publicChain(chain: Chain, isSponsored = false): ChainInfo {
  const { id, name, nativeCurrency, testnet, explorerUrl } = chain
  return {
    id,
    caip2: caip2Of(chain),
    name,
    nativeCurrency,
    testnet,
    ...(explorerUrl ? { explorerUrl } : {}),
    ...smartAccountsOf(chain, isSponsored),
    ...(takesL1Fee(chain) ? { l1Fee: 'opStack' as const } : {}),
  }
}
