import { BaseError } from '@latchkey/errors'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { accountOf } from '../account/accounts.ts'
import { toProviderError } from '../errors/toProviderError.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Siwx, SiwxMessage, SiwxMessageData } from '../interfaces/Siwx.ts'
import { hideToast, showToast } from '../modal/notify.ts'
import { close, open } from '../modal/open.ts'
import { deadline } from './deadline.ts'
import {
  SignatureDeclinedError,
  SignInAbortedError,
  SignInFailedError,
  SignInTimeoutError,
} from './errors.ts'
import { signMessage } from './signMessage.ts'
import {
  isSiwxRequired,
  isSiwxShown,
  requireSubject,
  SIWX_VIEW,
  type SiwxSubject,
  siwxSubject,
} from './siwxSubject.ts'

/** How long the plug-in may take to make a message, or to check a signature, ms. */
const PLUG_IN_LIMIT = 30_000
/** Spec 8: the site took no signature of a contract. */
const NO_SMART_ACCOUNTS = 'This application might not support Smart Accounts'
/** Whoever checks the signature has not answered. */
const UNHEARD: ReadonlySet<number> = new Set([
  SignInAbortedError.code,
  SignInTimeoutError.code,
  ServiceUnreachableError.code,
])
/** EIP-1193: the person declined. */
const USER_REJECTED = 4001

/**
 * Signs the visitor in: message, signature, session. Success stores the session and closes the modal; failure opens
 * SIWXSignMessage again and shows why (spec 4). What the visitor left behind (another account, a closed modal) ends it.
 *
 * @throws SiwxNotEnabledError, NoActiveCaipAddressError, NoActiveCaipNetworkError, SignatureDeclinedError 'Signature
 * declined', SignInAbortedError, SignInTimeoutError, SignInFailedError, or the plug-in's own error
 * @example
 * await signSiwx(config)
 */
export async function signSiwx(config: Config): Promise<void> {
  const { siwx, subject } = requireSubject(config)
  // The wallet's own screens lie over this one and come back to it; without it their end would close the modal.
  if (!isSiwxShown(config) && config.runtime.pendingRequests.size === 0) show(config)
  const left = abortWhenLeft(config, subject)
  const progress = { isSigned: false }
  config.modal.setState({ loading: true })
  try {
    await signIn(config, siwx, subject, { signal: left.signal, progress })
    left.stop()
    // The session is there, so nothing holds the modal open any more.
    delete config.runtime.holdsOpen
    // What failed before is over.
    hideToast(config)
    close(config)
  } catch (cause) {
    left.stop()
    const error = toSiwxError(cause)
    const isSmart = accountOf(config.accounts, subject.namespace).preferredAccountType === 'smartAccount'
    showFailure(config, siwx, subject, {
      error,
      // The wallet has signed, so it was the site that did not take it, if it was asked at all.
      message:
        progress.isSigned && isSmart && !UNHEARD.has(error.code) ? NO_SMART_ACCOUNTS : error.shortMessage,
    })
    throw error
  } finally {
    config.modal.setState({ loading: false })
  }
}

const show = (config: Config): void => open(config, { view: { name: SIWX_VIEW } })

async function signIn(
  config: Config,
  siwx: Siwx,
  subject: SiwxSubject,
  { signal, progress }: { signal: AbortSignal; progress: { isSigned: boolean } },
): Promise<void> {
  const { chainId, address, namespace } = subject
  const created = await deadline(
    siwx.createMessage({ accountAddress: address, chainId }),
    signal,
    PLUG_IN_LIMIT,
  )
  const message = created.toString()
  const signing = siwx.signMessage
    ? siwx.signMessage({ message, chainId, accountAddress: address })
    : signMessage(config, { message, address, namespace })
  const signature = await deadline(signing, signal)
  progress.isSigned = true
  const adding = siwx.addSession({ data: dataOf(created), message, signature })
  try {
    await deadline(adding, signal, PLUG_IN_LIMIT)
  } catch (error) {
    // A session that comes after the visitor has left must not outlive the connection.
    if (signal.aborted) void adding.then(() => siwx.revokeSession(chainId, address)).catch(() => undefined)
    throw error
  }
}

function dataOf({ toString: _, ...data }: SiwxMessage): SiwxMessageData {
  return data
}

/** Aborts when the modal is closed, the config dies, or the account is another one. */
function abortWhenLeft(config: Config, subject: SiwxSubject): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController()
  const look = () => {
    if (siwxSubject(config)?.caipAddress !== subject.caipAddress) controller.abort()
  }
  const die = () => controller.abort()
  config.runtime.signal.addEventListener('abort', die)
  const stops = [
    config.accounts.subscribe(look),
    config.networks.subscribe(look),
    config.modal.subscribe((state, before) => {
      if (before.open && !state.open) controller.abort()
    }),
  ]
  return {
    signal: controller.signal,
    stop() {
      for (const stop of stops) stop()
      config.runtime.signal.removeEventListener('abort', die)
    },
  }
}

function toSiwxError(cause: unknown): BaseError {
  if (cause instanceof SignInAbortedError) return cause
  if (toProviderError(cause).code === USER_REJECTED) return new SignatureDeclinedError({ cause })
  return cause instanceof BaseError ? cause : new SignInFailedError({ cause })
}

/** A sign-in that the page only offers is not pressed on someone who closed it. */
function showFailure(
  config: Config,
  siwx: Siwx,
  subject: SiwxSubject,
  { error, message }: { error: BaseError; message: string },
): void {
  const isStillHere = siwxSubject(config)?.caipAddress === subject.caipAddress
  const wasLeft = error.code === SignInAbortedError.code
  if (config.runtime.signal.aborted || !isStillHere) return
  // Left because it is done, by another press or in another tab: nothing is asked for any more.
  if (wasLeft && !(isSiwxRequired(siwx) && config.runtime.holdsOpen)) return
  if (!isSiwxShown(config)) show(config)
  if (!wasLeft) showToast(config, { kind: 'error', message })
}
