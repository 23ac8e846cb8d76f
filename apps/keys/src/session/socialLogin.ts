import { type BaseError, hasCode } from '@latchkey/errors'
import * as http from '@latchkey/protocol/http'
import { finishFarcaster, SocialGoneError, startFarcaster } from '@latchkey/protocol/http'
import { NothingPendingError, ResultAwaitedError, StrangeResultError } from '@latchkey/protocol/keys'
import type { OauthProvider } from '@latchkey/protocol/socials'
import { anySignal } from '@latchkey/std/deadline'
import { CancelledError } from '../errors/keysErrors.ts'
import type { Exclusive } from '../state/exclusive.ts'
import { isOwnPlace } from '../state/hostOrigin.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { completeLogin, findLogin, finishLogin } from './completeLogin.ts'
import { addFlow, dropFlow, LONG_POLL, readFlows, type StoredFlow } from './flows.ts'
import { refreshSession } from './tokenSource.ts'

/** What the end of a social login says. The result was put in by the frame; the rest came through the host. */
type SocialEnd = { flowId: string; result: string | undefined } | { flowId: string; error: number }

/** Exactly these parameters in this order, as our own page writes them: what is written otherwise was not written by it. */
const QUERY = /^flow=([A-Za-z0-9_-]{22})(?:&(?:result=([A-Za-z0-9_-]{43})|error=([0-9]{4})))?$/

/**
 * Reads the address that a social login ends with. It came through the host and is hostile: nothing but our own callback's
 * form is taken, compared as text, so that no two readers of addresses can disagree about it.
 *
 * @returns null for every other text
 * @example parseSocialUri('https://wallet.example', 'https://wallet.example/social/done?flow=…&result=…')
 */
export function parseSocialUri(walletOrigin: string, uri: string): SocialEnd | null {
  const start = `${walletOrigin}/social/done?`
  const [, flowId, result, error] = (uri.startsWith(start) && QUERY.exec(uri.slice(start.length))) || []
  if (flowId === undefined) return null
  return error === undefined ? { flowId, result } : { flowId, error: Number(error) }
}

export type SocialRequest = {
  provider: OauthProvider
  mode: 'popup' | 'redirect'
  returnUri?: string | undefined
  purpose: 'login' | 'link'
  locale?: string | undefined
}

/** What ends a flow for good: the same result does not help any more. */
const FLOW_ENDS = [
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
function requirePlace(context: KeysContext, purpose: 'login' | 'link'): void {
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
): Promise<{ flowId: string; uri: string; expiresAt: number }> {
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
  const begun =
    purpose === 'link'
      ? await authorized.call(http.startLink, { body, signal })
      : await client.call(
          http.startSocial,
          { proofKey: (await partition.device()).proofKey },
          { body, signal },
        )
  const { flowId, uri, expiresAt } = client.byOwnClock(begun)
  const isRedirect = mode === 'redirect'
  const flow: StoredFlow = { kind: 'social', flowId, purpose, hostOrigin, expiresAt, uri: null, isRedirect }
  if (!(await addFlow(context, flow, () => !signal.aborted))) throw new CancelledError()
  return { flowId, uri, expiresAt }
}

/**
 * Takes what a social login ended with.
 *
 * @param uri as the host gave it
 * @throws ResultAwaitedError when it is this device's own, and has brought no result
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
  { flowId, purpose, expiresAt, isRedirect }: StoredFlow,
  end: SocialEnd,
  over: AbortSignal,
): Promise<void> {
  const { partition, client, authorized } = context
  if ('error' in end) throw providerError(end.error)
  const login = { loginId: flowId, over, tooLate: () => new http.SocialGoneError() }
  const begun = purpose === 'login' ? await findLogin(context, flowId, over) : null
  if (begun) return finishLogin(context, begun, login)
  if (client.now() >= expiresAt) throw new http.SocialGoneError()
  if (end.result === undefined && !isRedirect) throw new ResultAwaitedError()
  const body = end.result === undefined ? { flowId } : { flowId, result: end.result }
  if (purpose === 'link') {
    await authorized.call(http.finishLink, { body, signal: over })
    // It is added: a network that fails now must not say that it was not.
    return refreshSession(context, over).catch(() => undefined)
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
  const begun =
    purpose === 'link'
      ? await authorized.call(startFarcaster, { body, signal })
      : await client.call(startFarcaster, { proofKey: (await partition.device()).proofKey }, { body, signal })
  const channel = client.byOwnClock(begun)
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
      const input = { body: { flowId }, signal: anySignal(signal, over), ms: LONG_POLL }
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
