import { decodeBase58 } from '@latchkey/std/base58'
import { isRecord } from '@latchkey/std/isRecord'

/** An account of a Wallet Standard wallet. The object itself is handed back to the wallet with each request. */
export type StandardAccount = { address: string; publicKey: ArrayLike<number>; chains: readonly string[] }

const PREFIX = 'solana:'
const KEY_LENGTH = 32
const isText = (value: unknown): value is string => typeof value === 'string'

const isSame = (bytes: Uint8Array | undefined, key: ArrayLike<number>) =>
  bytes?.length === KEY_LENGTH && key.length === KEY_LENGTH && bytes.every((byte, at) => byte === key[at])

/** The accounts of Solana in a list of a wallet's; those whose address is not that of their key are left out. */
export function readStandardAccounts(list: unknown): StandardAccount[] {
  if (!Array.isArray(list)) return []
  return list.filter((account): account is StandardAccount => {
    const { address, publicKey, chains } = isRecord(account) ? account : {}
    if (!isText(address) || !Array.isArray(chains)) return false
    if (!chains.some((chain) => isText(chain) && chain.startsWith(PREFIX))) return false
    return (
      typeof publicKey === 'object' &&
      publicKey !== null &&
      'length' in publicKey &&
      isSame(decodeBase58(address), publicKey as ArrayLike<number>)
    )
  })
}
