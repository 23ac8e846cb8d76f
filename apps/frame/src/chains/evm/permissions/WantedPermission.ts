import type { AccountPermission } from '@latchkey/chain-evm/decode/smartAccount/model'

/** A permission that was given, with the ERC-7710 context that names it. */
export type GivenPermission = { permission: AccountPermission; context: `0x${string}` }

/** One permission that a site asks for. */
export type WantedPermission = {
  permission: AccountPermission
  /** The person may lower what it allows (ERC-7715 `isAdjustmentAllowed`). */
  adjustable: boolean
  /** Why, in the site's words. */
  justification: string | null
}

/** Everything that one request asks for, of one account on one network. */
export type WantedPermissions = {
  items: readonly WantedPermission[]
  /** The method's answer: what was given, in the order of `items`. */
  answer(given: readonly GivenPermission[]): unknown
}

/** Who is asked, and when. */
export type PermissionContext = {
  chainId: number
  /** The smart account that gives. */
  account: `0x${string}`
  /** The plain account that owns it. */
  owner: `0x${string}`
  /** The contract that enforces permissions. */
  manager: `0x${string}`
  /** Whether a contract is one that the account itself is made of. */
  isOwn(address: string): boolean
  /** Seconds since the epoch. */
  now: number
}
