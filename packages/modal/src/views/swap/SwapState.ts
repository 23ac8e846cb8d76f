import type { SwapForm, SwapQuote, TokenBalance } from '@latchkey/core'

/** The form for swapping, as its views see it. */
export type SwapState = {
  form: SwapForm
  /** What can be swapped, with what the account has of each; undefined while nobody has told. */
  tokens: readonly TokenBalance[] | undefined
  from: TokenBalance | undefined
  to: TokenBalance | undefined
  /** Why nothing can be swapped here. */
  failure: unknown
  change: (fields: Partial<SwapForm>) => void
  /** Asks once more what can be swapped. */
  retry: () => void
}

/** A price while it is looked at. */
export type LiveQuote = {
  /** The last one that was read of what the form says now. */
  quote: SwapQuote | undefined
  /** A newer one is on its way. */
  isReading: boolean
  /** Why there is none. */
  error: unknown
  /** When the next one is read, ms since the epoch; undefined: nobody waits for one. */
  nextAt: number | undefined
  refresh: () => void
}
