/** What the local chain of Solana is known by: the same at each start. */

/** Base58 of SHA-256 of "Latchkey: the local Solana chain". */
export const LOCAL_GENESIS_HASH = 'BuSkt9FaXgD9UBEqYFmw1k6YTV6DBZHRQxhxpx377Mj6'

/** CAIP-2 with the name that CAIP-30 makes of the genesis hash. */
export const LOCAL_SOLANA_ID = 'solana:BuSkt9FaXgD9UBEqYFmw1k6YTV6DBZHR'

/** Seeds of public keys of the local chain: anybody has them. */
export const LOCAL_SEEDS = {
  faucet: 'Latchkey: the faucet of the local Solana chain',
  mint: 'Latchkey: a coin of the local Solana chain',
  feeMint: 'Latchkey: a coin with a transfer fee of the local Solana chain',
} as const
