import type { Phrase, Value } from './ApprovalView.ts'

/** How soon a transaction should be taken; `site`: the fee that the site set. */
export type FeeSpeed = 'slow' | 'normal' | 'fast' | 'site'

export type FeeOption = {
  speed: FeeSpeed
  /** What it will cost if nothing moves. */
  expected: Value
  /** What it can cost. */
  most: Value
}

/** The fees to choose from. */
export type FeeChoice = {
  chosen: FeeSpeed
  options: readonly FeeOption[]
  /** Storing on Ethereum costs more than is said here, nobody knows how much. */
  storingUnknown?: boolean
}

/** An amount that others may take, which the person may lower before signing. In the token's smallest unit. */
export type Cap = {
  /** Which of the calls it belongs to; 0 where there is one. */
  call: number
  token: string
  symbol: string
  decimals: number
  /** What the site asked for: no more can be given. */
  asked: bigint
  /** What would be given now. */
  current: bigint
  unlimited: boolean
  /** What the account has of the token; undefined: not known. */
  balance: bigint | undefined
}

/** How long others may act: the ends to choose from, seconds since the epoch, the earliest first. The last was asked for. */
export type UntilChoice = { chosen: number; options: readonly number[] }

/** Transactions of this account that the network has not confirmed. */
export type PendingNotice = { count: number; first: Phrase }

/** What a person changes on the screen. It makes another payload: what was shown before can no longer be approved. */
export type Edit =
  | { kind: 'fee'; speed: FeeSpeed }
  | { kind: 'cap'; call: number; amount: bigint }
  | { kind: 'until'; expiry: number }

/** What a person does first, as a request of its own, with the first transaction that waits. */
export type Detour = 'speedUp' | 'cancel'
