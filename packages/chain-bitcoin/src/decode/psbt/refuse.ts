import type { BaseError } from '@latchkey/errors'
import { PsbtRefusedError } from '../../model/errors.ts'

/** Why a transaction is not signed. */
export type PsbtRefusal =
  /** No PSBT of version 0 (BIP-174), or one whose parts do not fit. */
  | 'unreadable'
  /** Nothing is spent, or nothing is paid. */
  | 'empty'
  /** An output is spent twice. */
  | 'repeatedInput'
  /** What an input spends is not told, so neither amount nor fee is known. */
  | 'unknownInput'
  /** More than there is, or more paid than spent. */
  | 'amount'
  | 'fee'
  /** A signature for less than all inputs and all outputs. */
  | 'sighash'
  /** An own input is to be spent by more than its key. */
  | 'script'
  /** An own input has a signature. */
  | 'signed'
  /** Nothing of it is to be signed by this account. */
  | 'notOurs'
  /** A payment spends what is kept in the account of ordinals, or the other way round. */
  | 'otherAccount'
  /** It waits, and says that nothing may take its place (BIP-125). */
  | 'notReplaceable'

/** The refusal. @param input of the transaction, counted from 0 */
export const refusePsbt = (reason: PsbtRefusal, input?: number): BaseError =>
  new PsbtRefusedError({ data: input === undefined ? { reason } : { reason, input } })
