import { defineError } from '@latchkey/errors'

/** Errors that the frame may answer a host with. Range 2000–2999. */
export const NotAvailableError = /* @__PURE__ */ defineError({
  name: 'NotAvailableError',
  code: 2001,
  message: 'This wallet does not offer that yet.',
})
export const NotConnectedError = /* @__PURE__ */ defineError({
  name: 'NotConnectedError',
  code: 2003,
  message: 'This site is not connected to your wallet. Connect first.',
})
export const UserRejectedError = /* @__PURE__ */ defineError({
  name: 'UserRejectedError',
  code: 2004,
  message: 'You declined the request.',
})
export const RpcNotAllowedError = /* @__PURE__ */ defineError({
  name: 'RpcNotAllowedError',
  code: 2005,
  message: 'Requested RPC call is not allowed',
})
export const ApprovalQueueFullError = /* @__PURE__ */ defineError({
  name: 'ApprovalQueueFullError',
  code: 2006,
  message: 'Too many requests are waiting for your answer. Answer those first.',
})
export const RejectionCooldownError = /* @__PURE__ */ defineError({
  name: 'RejectionCooldownError',
  code: 2008,
  message: 'This site asked too often after you declined. It can ask again in half a minute.',
})
export const HeadlessOtpNotAllowedError = /* @__PURE__ */ defineError({
  name: 'HeadlessOtpNotAllowedError',
  code: 2009,
  message: 'This project types codes in the wallet, not in the page.',
})
export const NoPendingCodeError = /* @__PURE__ */ defineError({
  name: 'NoPendingCodeError',
  code: 2010,
  message: 'No code is waiting to be entered. Ask for a new one.',
})
export const ChangeEmailError = /* @__PURE__ */ defineError({
  name: 'ChangeEmailError',
  code: 2011,
  message: 'You asked to use another e-mail address.',
})
export const RequestBlockedError = /* @__PURE__ */ defineError({
  name: 'RequestBlockedError',
  code: 2013,
  message: 'The wallet refused this request because it is not safe to sign.',
})
export const UnknownChainError = /* @__PURE__ */ defineError({
  name: 'UnknownChainError',
  code: 2014,
  message: 'This wallet does not know that network.',
})
export const ChainUnreachableError = /* @__PURE__ */ defineError({
  name: 'ChainUnreachableError',
  code: 2015,
  message: 'The network does not answer right now. Nothing was sent. Try again in a moment.',
})
export const SessionExpiredError = /* @__PURE__ */ defineError({
  name: 'SessionExpiredError',
  code: 2016,
  message: 'Session expired. Check the clock of your device and sign in again.',
})
export const ChainRefusedError = /* @__PURE__ */ defineError({
  name: 'ChainRefusedError',
  code: 2017,
  message: 'The network refused this request.',
})
export const RpcParamsError = /* @__PURE__ */ defineError({
  name: 'RpcParamsError',
  code: 2018,
  message: 'The site sent a request that does not follow the rules of its method.',
})
export const KeysUnavailableError = /* @__PURE__ */ defineError({
  name: 'KeysUnavailableError',
  code: 2019,
  message: 'The part of the wallet that holds your key did not start. Reload the page.',
})
export const UncertainBroadcastError = /* @__PURE__ */ defineError({
  name: 'UncertainBroadcastError',
  code: 2020,
  message:
    'Your transaction was signed, but we could not learn whether the network took it. Check your activity before you send it again.',
})
