import type { BaseError } from '@latchkey/errors'
import { hasCode } from '@latchkey/errors'
import * as http from '@latchkey/protocol/http'
import { NothingPendingError, StrangeResultError } from '@latchkey/protocol/keys'
import { CancelledError } from '../errors/keysErrors.ts'
import { isOwnPlace } from '../state/hostOrigin.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { StoredFlow } from '../state/storedFlows.ts'
import { completeLogin, findLogin, finishLogin } from './completeLogin.ts'
import { addFlow, dropFlow, readFlows } from './flows.ts'
import { refreshSession } from './refreshSession.ts'
import { parseSocialUri, type SocialEnd } from './socialUri.ts'

export type SocialRequest = {
  provider: http.OauthProvider
  mode: 'popup' | 'redirect'
  returnUri?: string | undefined
  purpose: 'login' | 'link'
  locale?: string | undefined
}

/** What ends a flow for good: the same result does not help any more. */
export const FLOW_ENDS = [
  http.SocialUnavailableError.code,
  http.SocialDeclinedError.code,
  http.SocialFailedError.code,
  http.SocialGoneError.code,
  http.SocialMismatchError.code,
  http.IdentityTakenError.code,
  http.AccountFrozenError.code,
  http.AccountHeldError.code,
] as const

/** What our callback page may say of a login that did not work; every other number is a failure. */
const told = new Map(
  [
    http.SocialUnavailableError,
    http.SocialDeclinedError,
    http.SocialFailedError,
    http.SocialGoneError,
    http.SocialMismatchError,
    http.IdentityTakenError,
  ].map((Defined) => [Defined.code, Defined]),
)

/** Adding an identity to an account belongs on the wallet's account page. */
export function requirePlace(context: KeysContext, purpose: 'login' | 'link'): void {
  if (purpose === 'link' && !isOwnPlace(context)) throw new http.SocialUnavailableError()
}

/**
 * Begins a social login, bound to this device's key, and remembers it: no other result is taken.
 *
 * @throws SocialUnavailableError for a provider that is not set up, and for a link outside of the account page
 */
export async function beginSocial(
  context: KeysContext,
  { purpose, provider, mode, returnUri, locale }: SocialRequest,
  signal: AbortSignal,
): Promise<{ uri: string; expiresAt: number }> {
  requirePlace(context, purpose)
  const { partition, client, authorized, config, hostOrigin } = context
  const body = {
    projectId: config.projectId,
    hostOrigin,
    purpose,
    provider,
    mode,
    ...(returnUri === undefined ? {} : { returnUri }),
    ...(locale === undefined ? {} : { locale }),
  }
  const { flowId, uri, expiresAt } =
    purpose === 'link'
      ? await authorized.call(http.startLink, { body, signal })
      : await client.call(
          http.startSocial,
          { proofKey: (await partition.device()).proofKey },
          { body, signal },
        )
  const flow: StoredFlow = { kind: 'social', flowId, purpose, hostOrigin, expiresAt, uri: null }
  if (!(await addFlow(context, flow, () => !signal.aborted))) throw new CancelledError()
  return { uri, expiresAt }
}

/**
 * Takes what a social login ended with.
 *
 * @param uri as the host gave it
 * @throws StrangeResultError when it is not ours, or belongs to a flow that this partition did not begin for this site
 * @throws NothingPendingError when nothing was begun here
 * @throws SocialGoneError when it came too late, and what the provider answered
 */
export async function endSocial(context: KeysContext, uri: string, over: AbortSignal): Promise<void> {
  const end = parseSocialUri(context.config.walletOrigin, uri)
  if (!end) throw new StrangeResultError()
  if (await isFinished(context, end.flowId)) return
  const flow = await findFlow(context, end.flowId)
  try {
    await takeEnd(context, flow, end, over)
  } catch (error) {
    if (hasCode(error, ...FLOW_ENDS)) await dropFlow(context, flow.flowId)
    throw error
  }
  await dropFlow(context, flow.flowId)
}

/** A host that asks again after a reload hears what holds: this very login has signed the person in. */
async function isFinished({ partition, hostOrigin }: KeysContext, flowId: string): Promise<boolean> {
  const session = (await partition.sessions.read())?.value
  return (
    session?.loginId === flowId && session.stage === 'ready' && session.session.grants.includes(hostOrigin)
  )
}

async function findFlow(context: KeysContext, flowId: string): Promise<StoredFlow> {
  const flows = await readFlows(context, 'social')
  if (flows.length === 0) throw new NothingPendingError()
  const flow = flows.find((one) => one.flowId === flowId)
  if (!flow) throw new StrangeResultError()
  return flow
}

async function takeEnd(
  context: KeysContext,
  { flowId, purpose, expiresAt }: StoredFlow,
  end: SocialEnd,
  over: AbortSignal,
): Promise<void> {
  const { partition, client, authorized } = context
  if ('error' in end) throw providerError(end.error)
  const login = { loginId: flowId, over, tooLate: () => new http.SocialGoneError() }
  const begun = purpose === 'login' ? await findLogin(context, flowId, over) : null
  if (begun) return finishLogin(context, begun, login)
  if (client.now() >= expiresAt) throw new http.SocialGoneError()
  const body = { flowId, result: end.result }
  if (purpose === 'link') {
    await authorized.call(http.finishLink, { body, signal: over })
    return refreshSession(context, over)
  }
  const { proofKey } = await partition.device()
  await completeLogin(
    context,
    await client.call(http.finishSocial, { proofKey }, { body, signal: over }),
    login,
  )
}

function providerError(code: number): BaseError {
  const Told = told.get(code) ?? http.SocialFailedError
  return new Told()
}
