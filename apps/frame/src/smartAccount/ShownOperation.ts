import type { UserOperation } from '@latchkey/chain-evm/decode/smartAccount'

/** An operation, complete, as it is shown and signed. */
export type ShownOperation = {
  readonly operation: UserOperation
  readonly chainId: number
  /** Computed here, by the formula of the entry point. */
  readonly userOpHash: `0x${string}`
  /** What the owner signs; it binds every field of the operation. */
  readonly ownerHash: `0x${string}`
  /** The block before which the network cannot have had it. */
  readonly sinceBlock: bigint
}

/** An operation that was handed to a bundler. */
export type SentOperation = Pick<ShownOperation, 'chainId' | 'userOpHash' | 'sinceBlock'>
