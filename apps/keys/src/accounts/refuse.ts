import { BaseError } from '@latchkey/errors'
import { IntentRefusedError } from '@latchkey/protocol/keys'

/** Why the keys app does not sign, as it may be shown. */
type RefusalReason =
  | 'looksLikeHash'
  | 'looksLikeTypedData'
  | 'looksLikeTransaction'
  | 'invalidMessage'
  | 'invalidTypedData'
  | 'invalidTransaction'

/** The refusal, with its reason where the frame can read it. */
export const refuse = (reason: RefusalReason): BaseError => new IntentRefusedError({ data: { reason } })

/** Runs a parser or signer of the keyring; what it refuses is refused here, without its inner text. */
export function orRefuse<T>(reason: RefusalReason, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof BaseError && error.code === IntentRefusedError.code) throw error
    throw refuse(reason)
  }
}
