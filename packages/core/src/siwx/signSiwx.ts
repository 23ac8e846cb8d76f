import { BaseError } from '@latchkey/errors'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { encodeBase58 } from '@latchkey/std/base58'
import { bytesToHex } from '@latchkey/std/hex'
import { accountOf, activeConnector } from '../account/accounts.ts'
import { request } from '../connection/request.ts'
import { toProviderError } from '../errors/toProviderError.ts'
import type { Config } from '../interfaces/Config.ts'
import type {
  ChainNamespace,
  RequestArguments,
  Siwx,
  SiwxMessage,
  SiwxMessageData,
} from '../interfaces/Connector.ts'
import type { Toast, ToastName } from '../interfaces/Notices.ts'
import { close, open } from '../modal/open.ts'
import { hideToast, showToast } from '../modal/toast.ts'
import { deadline } from './connectWithSiwx.ts'
import {
  ProviderUndefinedError,
  SignatureDeclinedError,
  SignInAbortedError,
  SignInFailedError,
  SignInTimeoutError,
  SigningNotSupportedError,
} from './errors.ts'
import {
  isSiwxRequired,
  isSiwxShown,
  requireSubject,
  SIWX_VIEW,
  type SiwxSubject,
  siwxSubject,
} from './siwxSubject.ts'

type MessageRequest = (message: string, address: string) => RequestArguments

/** How the wallets of a namespace are asked to sign a text. */
const REQUESTS: Readonly<Record<ChainNamespace, MessageRequest>> = {
  eip155: (message, address) => ({
    method: 'personal_sign',
    params: [bytesToHex(new TextEncoder().encode(message)), address],
  }),
  solana: (message, pubkey) => ({
    method: 'solana_signMessage',
    params: { message: encodeBase58(new TextEncoder().encode(message)), pubkey },
  }),
  bip122: (message, account) => ({ method: 'signMessage', params: { account, message } }),
}

/** `0x…`, or an object that has the signature, as Solana and Bitcoin wallets answer. */
function signatureIn(answer: unknown): string {
  const value =
    typeof answer === 'object' && answer !== null && 'signature' in answer ? answer.signature : answer
  if (typeof value === 'string' && value !== '') return value
  throw new SigningNotSupportedError()
}

/**
 * Asks the connected wallet to sign a text, on its own screens.
 *
 * @throws ProviderUndefinedError (spec 8), SigningNotSupportedError, or what the wallet rejects with
 */
export async function signMessage(
  config: Config,
  { message, address, namespace }: { message: string; address: string; namespace: ChainNamespace },
): Promise<string> {
  if (!activeConnector(config)) throw new ProviderUndefinedError()
  return signatureIn(await request(config, REQUESTS[namespace](message, address)))
}

/** How long the plug-in may take to make a message, or to check a signature, ms. */
const PLUG_IN_LIMIT = 30_000
/** Spec 8: the site took no signature of a contract. */
const NO_SMART_ACCOUNTS = {
  name: 'noSmartAccounts',
  message: 'This application might not support Smart Accounts',
} as const
/** The failures that a toast has a name for. */
const TOAST_NAMES: ReadonlyMap<number, ToastName> = new Map([
  [SignatureDeclinedError.code, 'signatureDeclined'],
  [SignInFailedError.code, 'signInFailed'],
  [SignInTimeoutError.code, 'signInTimeout'],
])
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
    // The wallet has signed, so it was the site that did not take it, if it was asked at all.
    const isRefused = progress.isSigned && isSmart && !UNHEARD.has(error.code)
    showFailure(config, siwx, subject, error, isRefused ? NO_SMART_ACCOUNTS : toastOf(error))
    throw error
  } finally {
    config.modal.setState({ loading: false })
  }
}

function toastOf({ code, shortMessage: message }: BaseError): Pick<Toast, 'name' | 'message'> {
  const name = TOAST_NAMES.get(code)
  return name ? { name, message } : { message }
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
  error: BaseError,
  toast: Pick<Toast, 'name' | 'message'>,
): void {
  const isStillHere = siwxSubject(config)?.caipAddress === subject.caipAddress
  const wasLeft = error.code === SignInAbortedError.code
  if (config.runtime.signal.aborted || !isStillHere) return
  // Left because it is done, by another press or in another tab: nothing is asked for any more.
  if (wasLeft && !(isSiwxRequired(siwx) && config.runtime.holdsOpen)) return
  if (!isSiwxShown(config)) show(config)
  if (!wasLeft) showToast(config, { kind: 'error', ...toast })
}
