import type { Call } from '@latchkey/chain-evm/decode/smartAccount'
import type { Fact, Phrase, Warning } from '../approvals/ApprovalView.ts'
import type { MessageKey } from '../locales/Locale.ts'
import type { SentOperation } from './ShownOperation.ts'

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
