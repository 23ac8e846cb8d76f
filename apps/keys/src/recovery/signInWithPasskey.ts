import { finishPasskeyLogin, type Session, startPasskeyLogin, type Tokens } from '@latchkey/protocol/http'
import { CancelledError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { OpenProtected } from '../wallet/prepareWallet.ts'
import { browserPasskeys } from './browserPasskeys.ts'
import { openByPasskey } from './openByPasskey.ts'
import type { Passkeys } from './Passkeys.ts'

/**
 * Signs in by a passkey alone. The same gesture opens a protected wallet where the passkey has a half of it.
 *
 * @param over fires on sign-out
 * @returns the login, and what opens a protected wallet; the caller ends the login as every other
 * @throws NoPasskeysHereError, PasskeyNotUsedError, PasskeyRefusedError
 */
export async function signInWithPasskey(
  context: KeysContext,
  over: AbortSignal,
  passkeys: Passkeys = browserPasskeys(),
): Promise<{ loginId: string; tokens: Tokens; session: Session; open: OpenProtected }> {
  const { client, partition, config, hostOrigin } = context
  const { proofKey } = await partition.device()
  const started = await client.call(
    startPasskeyLogin,
    { proofKey },
    { body: { projectId: config.projectId, hostOrigin }, signal: over },
  )
  const { challenge, challengeId, rpId } = started
  const gesture = await passkeys.use({ challenge, rpId, signal: over })
  if (over.aborted) throw new CancelledError()
  const { assertion } = gesture
  const login = await client.call(
    finishPasskeyLogin,
    { proofKey },
    { body: { challengeId, assertion }, signal: over },
  )
  return { ...login, loginId: challengeId, open: openByPasskey(context, gesture, over) }
}
