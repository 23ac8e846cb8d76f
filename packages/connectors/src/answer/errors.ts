import { RequestAbortedError } from '@latchkey/core/connector'
import { defineError } from '@latchkey/errors'

/** Errors of connectors. Range 6001–6999. */
export const SameSiteFrameError = /* @__PURE__ */ defineError({
  name: 'SameSiteFrameError',
  code: 6001,
  rpcCode: 4900,
  message:
    'The wallet must live on another site than the page that uses it. Set `walletOrigin` to a host of its own.',
})
export const FrameLoadError = /* @__PURE__ */ defineError({
  name: 'FrameLoadError',
  code: 6002,
  rpcCode: 4900,
  message: 'Unable to load email login dependency',
})
export const OriginNotAllowedError = /* @__PURE__ */ defineError({
  name: 'OriginNotAllowedError',
  code: 6003,
  rpcCode: 4100,
  message: 'This site may not use this wallet: it is not on the list of its project.',
})
export const UnknownProjectError = /* @__PURE__ */ defineError({
  name: 'UnknownProjectError',
  code: 6004,
  rpcCode: 4100,
  message: 'This site uses a project id that the wallet service does not know.',
})
export const FrameRequestTimeoutError = /* @__PURE__ */ defineError({
  name: 'FrameRequestTimeoutError',
  code: 6005,
  rpcCode: -32002,
  message: 'The wallet did not answer in time. Check your connection and try again.',
})
export const FrameWorkAbortedError = /* @__PURE__ */ defineError({
  name: 'FrameWorkAbortedError',
  code: 6006,
  message: 'Something went wrong',
})
export const SocialProviderError = /* @__PURE__ */ defineError({
  name: 'SocialProviderError',
  code: 6007,
  message: 'This wallet does not know that way to sign in.',
})
export const RejectedByUserError = /* @__PURE__ */ defineError({
  name: 'RejectedByUserError',
  code: 6010,
  message: 'The request was declined in the wallet.',
})
export const AlreadyPendingError = /* @__PURE__ */ defineError({
  name: 'AlreadyPendingError',
  code: 6011,
  message: 'A request is open in your wallet already. Open the wallet and answer it.',
})
export const WalletFailedError = /* @__PURE__ */ defineError({
  name: 'WalletFailedError',
  code: 6012,
  message: 'The wallet answered with an error. Try again.',
})
export const InvalidWalletAnswerError = /* @__PURE__ */ defineError({
  name: 'InvalidWalletAnswerError',
  code: 6013,
  message: 'The wallet gave an answer that makes no sense.',
})
export const NoAccountError = /* @__PURE__ */ defineError({
  name: 'NoAccountError',
  code: 6014,
  message: 'The wallet shared no account. Choose one in the wallet and try again.',
})
export const WalletSilentError = /* @__PURE__ */ defineError({
  name: 'WalletSilentError',
  code: 6015,
  message: 'The wallet did not answer. Open it, or reload this page, and try again.',
})
export const ChainNotSupportedError = /* @__PURE__ */ defineError({
  name: 'ChainNotSupportedError',
  code: 6016,
  message: 'Chain is not supported',
})
export const SwitchNotConfirmedError = /* @__PURE__ */ defineError({
  name: 'SwitchNotConfirmedError',
  code: 6017,
  message: 'The wallet did not switch its network. Switch it in the wallet.',
})
export const WalletConnectFailedError = /* @__PURE__ */ defineError({
  name: 'WalletConnectFailedError',
  code: 6030,
  message: 'WalletConnect could not be started. Try again.',
})
export const RelayUnreachableError = /* @__PURE__ */ defineError({
  name: 'RelayUnreachableError',
  code: 6031,
  rpcCode: 4900,
  message: 'The way to your wallet cannot be reached. Check your connection and try again.',
})
export const RelayRefusedError = /* @__PURE__ */ defineError({
  name: 'RelayRefusedError',
  code: 6032,
  rpcCode: 4900,
  message: 'The WalletConnect relay does not let this site in.',
})
export const PairingExpiredError = /* @__PURE__ */ defineError({
  name: 'PairingExpiredError',
  code: 6033,
  message: 'The link to your wallet has expired. Try again.',
})
export const ChainUnreachableError = /* @__PURE__ */ defineError({
  name: 'ChainUnreachableError',
  code: 6034,
  message: 'The network cannot be reached right now. Try again.',
})
export const RequestExpiredError = /* @__PURE__ */ defineError({
  name: 'RequestExpiredError',
  code: 6035,
  message: 'The wallet did not answer in time. Open it and try again.',
})
export const SessionExpiredError = /* @__PURE__ */ defineError({
  name: 'SessionExpiredError',
  code: 6036,
  rpcCode: 4100,
  message: 'The connection to your wallet has expired. Connect again.',
})
export const MethodNotApprovedError = /* @__PURE__ */ defineError({
  name: 'MethodNotApprovedError',
  code: 6037,
  message: 'Your wallet did not allow this kind of request when it connected.',
})
export const NoSessionError = /* @__PURE__ */ defineError({
  name: 'NoSessionError',
  code: 6038,
  rpcCode: 4100,
  message: 'No wallet is connected by WalletConnect. Connect first.',
})
export const SignInMismatchError = /* @__PURE__ */ defineError({
  name: 'SignInMismatchError',
  code: 6039,
  message: 'The wallet signed something else than it was asked to.',
})
export const ContractSignatureError = /* @__PURE__ */ defineError({
  name: 'ContractSignatureError',
  code: 6040,
  message: 'This wallet cannot sign in while it connects. Try again: you will be asked to sign afterwards.',
})
/** `data.reason` is an `OtherTransactionReason`. */
export const OtherTransactionError = /* @__PURE__ */ defineError({
  name: 'OtherTransactionError',
  code: 6041,
  message:
    'The wallet answered with another transaction than the one that it was asked to sign. Look into your wallet before you try again.',
})
export const SessionEndedError = /* @__PURE__ */ defineError({
  name: 'SessionEndedError',
  code: 6042,
  rpcCode: 4900,
  message:
    'The connection to your wallet ended before it answered. Look into your wallet before you try again.',
})
export const OtherNetworkError = /* @__PURE__ */ defineError({
  name: 'OtherNetworkError',
  code: 6043,
  rpcCode: 4901,
  message: 'The wallet went to another network than this page shows. Nothing was sent.',
})
/** `data.hash` is the id of what the wallet has signed, where that is known. */
export const UncertainSendError = /* @__PURE__ */ defineError({
  name: 'UncertainSendError',
  code: 6044,
  message:
    'Nobody said whether the transaction was sent. Look at the activity of the account before you send it again.',
})
export const MockRejectedError = /* @__PURE__ */ defineError({
  name: 'MockRejectedError',
  code: 6099,
  message: 'The mock wallet declined, as it was told to.',
})

export type WaitOptions = {
  /** ms; none where a person is asked. */
  limit?: number | undefined
  /** What it rejects with then. */
  onLimit?: () => Error
  signals?: readonly (AbortSignal | undefined)[]
}

/**
 * Waits for work that cannot be stopped. What comes of it later is dropped.
 *
 * @throws RequestAbortedError when a signal aborts, WalletSilentError (or another) after the limit, or what the work
 * rejects with
 */
export function waitFor<T>(
  work: () => T | Promise<T>,
  { limit, onLimit = () => new WalletSilentError(), signals = [] }: WaitOptions,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', abort)
      finish()
    }
    const abort = () => settle(() => reject(new RequestAbortedError()))
    if (signals.some((signal) => signal?.aborted)) return abort()
    for (const signal of signals) signal?.addEventListener('abort', abort)
    if (limit !== undefined) timer = setTimeout(() => settle(() => reject(onLimit())), limit)
    // A provider may throw at once as well.
    new Promise<T>((start) => start(work())).then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
  })
}
