import type { Call, UserOperation } from '@latchkey/chain-evm/decode/smartAccount/types'
import type { Fact, Phrase, Warning } from '../../../approvals/ApprovalView.ts'
import type { MessageKey } from '../../../locales/Locale.ts'

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

/** What a user operation is for: the calls, who is asked to pay, and what its screen says beyond the calls. */
export type UserOperationIntent = {
  /** One at least; they all happen or none does. */
  calls: readonly Call[]
  /** The paymaster service (ERC-7677) that the site names; without it the operator's own is asked, if there is one. */
  paymaster?: { url: string; context: unknown; optional: boolean }
  /**
   * In place of the headline that the calls have, for calls that the wallet itself made: then the facts say what they
   * do, and no row and no warning of their own.
   */
  headline?: { title: MessageKey; sentence: Phrase; approve: MessageKey }
  facts?: readonly Fact[]
  warnings?: readonly Warning[]
  /**
   * Called once there is a signature, before anybody else has it: what must not get lost is written down here. The calls
   * are those that were signed: the person may have lowered an amount.
   */
  onSigned?(sent: SentOperation, calls: readonly Call[]): void | Promise<void>
  /** Called as soon as the bundler has taken it, before anything else may fail. */
  onAccepted?(userOpHash: `0x${string}`): void | Promise<void>
}
