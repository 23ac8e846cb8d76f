import { hasCode } from '@latchkey/errors'
import { finishFarcaster, SocialGoneError, startFarcaster } from '@latchkey/protocol/http'
import { NothingPendingError } from '@latchkey/protocol/keys'
import { CancelledError } from '../errors/keysErrors.ts'
import type { Exclusive } from '../state/exclusive.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { StoredFlow } from '../state/storedFlows.ts'
import { completeLogin, findLogin, finishLogin } from './completeLogin.ts'
import { addFlow, dropFlow, readFlows } from './flows.ts'
import { LONG_POLL } from './longPoll.ts'
import { FLOW_ENDS, requirePlace } from './socialLogin.ts'

/** A channel that ends sooner is not shown again, in ms: the person still has to take out the phone. */
const ENOUGH_TIME = 60_000

export type FarcasterChannel = { flowId: string; uri: string; expiresAt: number }

/**
 * Opens a channel for the person's Farcaster app. One that was begun a moment ago, before a reload or in another tab, is
 * gone on with, so that every tab shows the same code.
 *
 * @throws SocialUnavailableError when it is not set up, and for a link outside of the account page
 */
export async function beginFarcaster(
  context: KeysContext,
  { purpose, locale }: { purpose: 'login' | 'link'; locale?: string | undefined },
  signal: AbortSignal,
): Promise<FarcasterChannel> {
  requirePlace(context, purpose)
  const { partition, client, authorized, config, hostOrigin } = context
  const known = (await readFlows(context, 'farcaster')).at(-1)
  if (known?.uri && known.purpose === purpose && known.expiresAt - ENOUGH_TIME > client.now()) {
    return { flowId: known.flowId, uri: known.uri, expiresAt: known.expiresAt }
  }
  const { projectId } = config
  const body = { projectId, hostOrigin, purpose, ...(locale === undefined ? {} : { locale }) }
  const channel =
    purpose === 'link'
      ? await authorized.call(startFarcaster, { body, signal })
      : await client.call(startFarcaster, { proofKey: (await partition.device()).proofKey }, { body, signal })
  const flow: StoredFlow = { kind: 'farcaster', purpose, hostOrigin, ...channel }
  if (!(await addFlow(context, flow, () => !signal.aborted))) throw new CancelledError()
  return channel
}

/**
 * Waits up to 20 s for the person's app.
 *
 * @param oneLogin holds no other login up while it waits
 * @returns whether the person is signed in (or, with a link, the identity added)
 * @throws NothingPendingError, SocialGoneError, and what the service answers
 */
export async function awaitFarcaster(
  context: KeysContext,
  oneLogin: Exclusive,
  signal: AbortSignal,
  over: AbortSignal,
): Promise<boolean> {
  const { partition, client, authorized } = context
  const flow = (await readFlows(context, 'farcaster')).at(-1)
  if (!flow) throw new NothingPendingError()
  const { flowId, purpose, expiresAt } = flow
  const end = { loginId: flowId, over, tooLate: () => new SocialGoneError() }
  try {
    const begun = purpose === 'login' ? await findLogin(context, flowId, over) : null
    if (begun) await oneLogin(() => finishLogin(context, begun, end))
    else {
      if (client.now() >= expiresAt) throw new SocialGoneError()
      const input = { body: { flowId }, signal: AbortSignal.any([signal, over]), ms: LONG_POLL }
      const answer =
        purpose === 'link'
          ? await authorized.call(finishFarcaster, input)
          : await client.call(finishFarcaster, { proofKey: (await partition.device()).proofKey }, input)
      if (answer.status === 'pending') return false
      await oneLogin(() => completeLogin(context, answer, end))
    }
  } catch (error) {
    if (hasCode(error, ...FLOW_ENDS)) await dropFlow(context, flowId)
    throw error
  }
  await dropFlow(context, flowId)
  return true
}
