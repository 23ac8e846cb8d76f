import { randomId } from '@latchkey/std/randomId'
import { CancelledError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { OpenProtected } from '../wallet/prepareWallet.ts'
import { browserPasskeys } from './browserPasskeys.ts'
import { openByPasskey } from './openByPasskey.ts'
import type { Passkeys } from './Passkeys.ts'

/**
 * Asks a passkey for the key of a protected wallet. It signs nobody in: its signed answer is not used, so the challenge is
 * made here; what counts is the PRF output.
 *
 * @param over fires on sign-out
 * @returns what brings the wallet onto this device
 * @throws NoPasskeysHereError, PasskeyNotUsedError
 */
export async function recoverWithPasskey(
  context: KeysContext,
  over: AbortSignal,
  passkeys: Passkeys = browserPasskeys(),
): Promise<OpenProtected> {
  const rpId = new URL(context.config.keysOrigin).hostname
  const gesture = await passkeys.use({ challenge: randomId(), rpId, signal: over })
  if (over.aborted) throw new CancelledError()
  return openByPasskey(context, gesture, over)
}
