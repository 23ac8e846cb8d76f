import type { AdapterContext, TokenBalance } from '@latchkey/core'
import { toBitcoin } from '../model/amounts.ts'
import { BitcoinRequestError } from '../model/errors.ts'
import { type Asked, askBitcoin } from './askBitcoin.ts'

/** Satoshis of an account. */
export type BitcoinBalance = {
  /** In blocks, without what waiting transactions take away. */
  held: bigint
  /** What waiting transactions bring: whoever sent it can take it back until a block has it. */
  pending: bigint
}

/**
 * What an account has. What it has sent is gone at once, what it was sent counts once a block has it.
 *
 * @throws BitcoinRequestError
 */
export async function readBalance(
  context: AdapterContext,
  asked: Asked & { address: string },
): Promise<BitcoinBalance> {
  const told = await askBitcoin(context, asked, 'getBalance', asked.address)
  const change = BigInt(told.unconfirmed)
  const held = BigInt(told.confirmed) + (change < 0n ? change : 0n)
  // More spent than there is: whoever says so is mistaken.
  if (held < 0n) throw new BitcoinRequestError({ details: 'getBalance' })
  return { held, pending: change > 0n ? change : 0n }
}

/** What an account has is not held up by what it is worth, ms. */
const PRICE_PATIENCE = 3_000

/** US dollars a bitcoin; undefined where nobody tells. Coins of test networks are worth nothing. */
async function readPrice(context: AdapterContext, { network, signal }: Asked): Promise<number | undefined> {
  if (network.testnet) return undefined
  const asked = { network, signal, ms: PRICE_PATIENCE }
  return askBitcoin(context, asked, 'getPrice').then(
    ({ usd }) => usd ?? undefined,
    () => undefined,
  )
}

/** The one coin that there is, with what is on its way and what it is worth. @throws BitcoinRequestError */
export async function readTokens(
  context: AdapterContext,
  asked: Asked & { address: string },
): Promise<TokenBalance[]> {
  const { nativeCurrency, caipNetworkId: chainId } = asked.network
  const { name, symbol, decimals } = nativeCurrency
  const [{ held, pending }, price] = await Promise.all([
    readBalance(context, asked),
    readPrice(context, asked),
  ])
  const coming = pending > 0n && { pending: toBitcoin(pending) }
  const quantity = { decimals: `${decimals}`, numeric: toBitcoin(held), ...coming }
  return [{ name, symbol, chainId, quantity, ...(price === undefined ? {} : { price }) }]
}
