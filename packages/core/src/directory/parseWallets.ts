import { walletListing } from '@latchkey/protocol/http'
import * as z from 'zod/mini'
import type { WalletListing } from '../interfaces/ConnectOptions.ts'

/** The answer without its wallets: one bad wallet must not take the others with it. */
const envelope = z.strictObject({
  data: z.array(z.unknown()).check(z.maxLength(100)),
  count: z.int().check(z.gte(0)),
})

export type ParsedWallets = {
  wallets: WalletListing[]
  /** How many there are on all pages. */
  count: number
  /** How many the answer held before the bad ones and the repeated ones were left out. */
  received: number
}

/**
 * Reads an answer of the directory, which is not trusted: a wallet whose name hides or reorders text, whose link could
 * run code, or that is there twice is left out. Undefined when the answer has another form.
 */
export function parseWallets(answer: unknown): ParsedWallets | undefined {
  const parsed = envelope.safeParse(answer)
  if (!parsed.success) return undefined
  const { data, count } = parsed.data
  const byId = new Map<string, WalletListing>()
  for (const entry of data) {
    const wallet = walletListing.safeParse(entry)
    if (wallet.success && !byId.has(wallet.data.id)) byId.set(wallet.data.id, withoutOrder(wallet.data))
  }
  return { wallets: [...byId.values()], count, received: data.length }
}

/** The order is the service's own matter. Nothing that JSON brings is undefined. */
const withoutOrder = ({ order: _, ...wallet }: z.output<typeof walletListing>) => wallet as WalletListing
