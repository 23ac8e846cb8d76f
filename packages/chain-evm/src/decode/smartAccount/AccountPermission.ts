import type { Address, Hex } from 'viem'

/** How much of one token may be spent. `amount` in its smallest unit. */
export type SpendingLimit = {
  /** null: the network's own coin. */
  readonly token: Address | null
  readonly amount: bigint
  /** Seconds since the epoch; nothing may be spent before, and periods are counted from here. */
  readonly start: number
  /** Seconds after which the amount is available anew; 0: it is available once. */
  readonly period: number
}

/** A function of a contract that may be called, whatever its arguments. */
export type AllowedCall = { readonly target: Address; readonly selector: Hex }

/** What one grantee may do in the name of an account, as the permission manager enforces it on chain. */
export type AccountPermission = {
  readonly grantee: Address
  /** Seconds since the epoch; nothing may be done from then on. */
  readonly expiry: number
  readonly limits: readonly SpendingLimit[]
  readonly calls: readonly AllowedCall[]
}

/** A permission that stands in the manager, expired or not; what was revoked is gone. */
export type StandingPermission = AccountPermission & {
  /** 32 bytes; with the account it names the permission. */
  readonly id: Hex
  /** For each limit what was spent of it, in the present period. */
  readonly spent: readonly bigint[]
}
