import { hasCode } from '@latchkey/errors'
import { ExpiredTokenError, refresh, signOut } from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import type { KeysContext } from '../state/KeysContext.ts'

/** How long the service is given to hear of a sign-out, in ms. */
const FAREWELL = 2_000

/**
 * Signs out: the key is zeroed and everything of this partition deleted at once, whether or not the service answers. Then
 * the service is told, within two seconds, so that it revokes the tokens and deletes its half.
 */
export async function endSession(context: KeysContext): Promise<void> {
  const { partition, vault } = context
  // The disk does not wait for the worker: a worker that hangs must not keep the records.
  const lock = () => void vault.lock().catch(() => undefined)
  lock()
  const session = (await partition.sessions.read())?.value ?? null
  const { proofKey } = await partition.device()
  const share = await partition.readShare()
  await partition.wipe()
  // Again: a signature that had read the records before they went may have unlocked meanwhile.
  lock()
  await context.changed()
  if (session) await farewell(context, proofKey, session.tokens, share?.keysetId)
}

async function farewell(
  { client }: KeysContext,
  proofKey: CryptoKeyPair,
  tokens: { accessToken: string; refreshToken: string },
  keysetId: string | undefined,
): Promise<void> {
  const body = keysetId === undefined ? {} : { keysetId }
  const leave = (accessToken: string, signal: AbortSignal) =>
    client.call(signOut, { proofKey, accessToken }, { body, signal })
  try {
    await withDeadline({ ms: FAREWELL }, async (signal) => {
      try {
        await leave(tokens.accessToken, signal)
      } catch (error) {
        if (!hasCode(error, ExpiredTokenError.code)) throw error
        const { refreshToken } = tokens
        const renewed = await client.call(refresh, { proofKey }, { body: { refreshToken }, signal })
        await leave(renewed.accessToken, signal)
      }
    })
  } catch {
    // Nothing is left here to sign with; the service's side ends by its own limits.
  }
}
