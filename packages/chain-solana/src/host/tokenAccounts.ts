import { isRecord } from '@latchkey/std/isRecord'
import type { Address, Rpc, SolanaRpcApi } from '@solana/web3.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'

/** A token account with what it holds, in base units. */
export type TokenHolding = { address: Address; mint: string; units: bigint; decimals: number }

/** Accounts that are read of one owner; more than these are spam as a rule. */
const MOST = 200

function holdingOf({ pubkey, account }: { pubkey: unknown; account: { data: unknown } }): TokenHolding[] {
  const parsed = isRecord(account.data) && isRecord(account.data.parsed) ? account.data.parsed : {}
  const info = isRecord(parsed.info) ? parsed.info : {}
  const amount = isRecord(info.tokenAmount) ? info.tokenAmount : {}
  const decimals = Number(amount.decimals)
  const isWhole = typeof amount.amount === 'string' && /^\d{1,20}$/.test(amount.amount)
  if (typeof info.mint !== 'string' || !isWhole || !(decimals >= 0 && decimals <= 255)) return []
  return [{ address: pubkey as Address, mint: info.mint, units: BigInt(String(amount.amount)), decimals }]
}

/** The token accounts of an owner: of one mint, or of a token program. What has not their form is passed over. */
export async function readTokenAccounts(
  rpc: Rpc<SolanaRpcApi>,
  owner: Address,
  filter: { mint: Address } | { programId: Address },
): Promise<TokenHolding[]> {
  const { value } = await rpc.getTokenAccountsByOwner(owner, filter, { encoding: 'jsonParsed' }).send()
  return value.slice(0, MOST).flatMap(holdingOf)
}

/** What an owner holds of each mint, of both token programs; mints of which there is nothing are left out. */
export async function readHoldings(
  rpc: Rpc<SolanaRpcApi>,
  owner: Address,
): Promise<Omit<TokenHolding, 'address'>[]> {
  const both = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) =>
    readTokenAccounts(rpc, owner, { programId }),
  )
  const byMint = new Map<string, Omit<TokenHolding, 'address'>>()
  for (const { mint, units, decimals } of (await Promise.all(both)).flat()) {
    const before = byMint.get(mint)?.units ?? 0n
    byMint.set(mint, { mint, decimals, units: before + units })
  }
  return [...byMint.values()].filter(({ units }) => units > 0n)
}
