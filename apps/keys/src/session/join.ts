import { hasCode } from '@latchkey/errors'
import { finishJoin, JoinGoneError, startJoin } from '@latchkey/protocol/http'
import { NothingPendingError, RoundTripError } from '@latchkey/protocol/keys'
import { anySignal } from '@latchkey/std/deadline'
import { CancelledError, ShareDamagedError } from '../errors/keysErrors.ts'
import { createOneUseKey } from '../hpke/hpkeOpen.ts'
import type { Exclusive } from '../state/exclusive.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { contextOfLogin, readyLogin, takeLogin } from './completeLogin.ts'
import { dropJoin, LONG_POLL, readJoin, type StoredJoin, writeJoin } from './flows.ts'

const NOT_RESTORED = 'The wallet could not be brought onto this device: what was sent does not give its key.'

/** A join that ends sooner is begun anew, in ms: the person still has to sign in over there. */
const ENOUGH_TIME = 120_000

export type JoinInvitation = { fragment: string; number: string; expiresAt: number }

const invitationOf = ({ joinId, publicKey, number, expiresAt }: StoredJoin): JoinInvitation => ({
  fragment: `join=${joinId}.${publicKey}`,
  number,
  expiresAt,
})

/**
 * Asks another window of the wallet to bring this device in. The public key goes there in the address, past the service, so
 * that the operator cannot put another one in its place; the private one cannot be exported.
 */
export async function beginJoin(context: KeysContext, signal: AbortSignal): Promise<JoinInvitation> {
  const { partition, client, config, hostOrigin } = context
  const known = await readJoin(context)
  if (known && known.expiresAt - ENOUGH_TIME > client.now()) return invitationOf(known)
  const { deviceId, proofKey } = await partition.device()
  const { keyPair, publicKey } = await createOneUseKey()
  const body = { projectId: config.projectId, hostOrigin, deviceId }
  const begun = await client.call(startJoin, { proofKey }, { body, signal })
  const { privateKey } = keyPair
  const join: StoredJoin = {
    v: 1,
    ...client.byOwnClock(begun),
    hostOrigin,
    publicKey,
    keyPair: { privateKey, publicKey: keyPair.publicKey },
  }
  if (!(await writeJoin(context, join, () => !signal.aborted))) throw new CancelledError()
  return invitationOf(join)
}

/**
 * Waits up to 20 s for the other window.
 *
 * @param oneLogin holds no other login up while it waits
 * @returns whether this device is in
 * @throws NothingPendingError, JoinGoneError, RoundTripError
 */
export async function awaitJoin(
  context: KeysContext,
  oneLogin: Exclusive,
  signal: AbortSignal,
  over: AbortSignal,
): Promise<boolean> {
  const { partition, client } = context
  const join = await readJoin(context)
  if (!join) throw new NothingPendingError()
  const { joinId } = join
  try {
    if (client.now() >= join.expiresAt) throw new JoinGoneError()
    const answer = await client.call(
      finishJoin,
      { proofKey: (await partition.device()).proofKey },
      { params: { joinId }, signal: anySignal(signal, over), ms: LONG_POLL },
    )
    if (answer.status === 'pending') return false
    const { keysetId, clientShare } = answer
    const { adoptJoin } = await import('../recovery/adoptJoin.ts')
    await oneLogin(async () => {
      const login = await takeLogin(context, answer, { loginId: joinId, over })
      await context.vault.lock()
      const { session } = login
      const own = contextOfLogin(context, joinId)
      await adoptJoin(own, { joinId, keyPair: join.keyPair, session, keysetId, clientShare }, over)
      await readyLogin(own, login, over)
    })
  } catch (error) {
    if (hasCode(error, ShareDamagedError.code)) throw new RoundTripError({ message: NOT_RESTORED })
    if (hasCode(error, JoinGoneError.code)) await dropJoin(context, joinId)
    throw error
  }
  await dropJoin(context, joinId)
  return true
}
