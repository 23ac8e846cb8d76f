import { once } from '@latchkey/std/once'
import type { Address, Rpc, SolanaRpcApi } from '@solana/web3.js'
import * as z from 'zod/mini'
import { isSolanaAddress } from './isSolanaAddress.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'

/** A token account with what it holds, in base units. */
export type TokenHolding = { address: Address; mint: string; units: bigint; decimals: number }

/** Accounts that are read of one owner; more than these are spam as a rule. */
const MOST = 200

/** A number of 64 bits. web3.js makes a bigint of some. */
export const whole = /* @__PURE__ */ once(() =>
  z.pipe(
    z.union([z.bigint().check(z.gte(0n), z.lt(2n ** 64n)), z.int().check(z.gte(0))]),
    z.transform((given): bigint => BigInt(given)),
  ),
)
/** Base units, with the digits after the point that a whole unit has: a byte of the mint. */
export const tokenAmount = /* @__PURE__ */ once(() =>
  z.object({
    amount: z.pipe(
      z.string().check(z.regex(/^\d{1,20}$/)),
      z.transform((text): bigint => BigInt(text)),
    ),
    decimals: z.pipe(whole().check(z.lte(255n)), z.transform(Number)),
  }),
)
export const anAddress = /* @__PURE__ */ once(() => z.string().check(z.refine(isSolanaAddress)))
const holding = () =>
  z.object({
    pubkey: anAddress(),
    account: z.object({
      data: z.object({
        parsed: z.object({ info: z.object({ mint: anAddress(), tokenAmount: tokenAmount() }) }),
      }),
    }),
  })

function holdingOf(told: unknown): TokenHolding[] {
  const { data } = holding().safeParse(told)
  if (!data) return []
  const { mint, tokenAmount: held } = data.account.data.parsed.info
  return [{ address: data.pubkey as Address, mint, units: held.amount, decimals: held.decimals }]
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
