import type { Address, Hex } from 'viem'

/** A token. `pinned`: what this build vouches for; null: only its contract tells. */
export type DescribedToken = { readonly address: Address; readonly pinned: PinnedToken | null }

/**
 * A value as it is to be shown. Words are the descriptor's, in English; amounts are in smallest units and still need the
 * token's or network's unit.
 */
export type DescribedValue =
  /** Words of the descriptor. */
  | { kind: 'words'; text: string }
  /** Signs that are the same in every language: a number with its unit. */
  | { kind: 'number'; text: string }
  /** Text in the data: a site wrote it. */
  | { kind: 'quote'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'bytes'; hex: Hex }
  | { kind: 'native'; amount: bigint }
  | { kind: 'tokenAmount'; token: DescribedToken; amount: bigint }
  /** An amount that stands for something, such as all of a token. */
  | { kind: 'tokenWords'; token: DescribedToken; words: string }
  | { kind: 'token'; token: DescribedToken }
  | { kind: 'item'; collection: Address; id: bigint }
  /** Seconds since the epoch; null: later than any calendar goes. */
  | { kind: 'date'; seconds: bigint | null }
  | { kind: 'network'; chainId: bigint }
  /** `own`: it is meant to be the account's own address. `name`: what this build calls it. */
  | { kind: 'address'; address: Address; own: boolean; name: string | null }

export type DescribedField = { readonly label: string; readonly value: DescribedValue }

/** A sentence in pieces: words, and values under the name of their place. */
export type SentencePart = { text: string } | { place: string; value: DescribedValue }

/** What a call or a message means, by a descriptor of this build. Every part of the data is shown, or of no concern. */
export type Described = {
  readonly owner: string
  readonly contractName: string | null
  readonly intent: string
  /** null: the intent and the fields stand alone. */
  readonly sentence: readonly SentencePart[] | null
  readonly fields: readonly DescribedField[]
}

/** A token's metadata that this build vouches for. */
export type PinnedToken = { readonly name: string; readonly ticker: string; readonly decimals: number }
