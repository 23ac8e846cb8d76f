import { defineError } from '@latchkey/errors'

/** Errors that the frame may answer a host with. Range 2000–2999. */
export const NotAvailableError = /* @__PURE__ */ defineError({
  name: 'NotAvailableError',
  code: 2001,
  rpcCode: 4200,
  message: 'This wallet does not offer that yet.',
})
export const NotConnectedError = /* @__PURE__ */ defineError({
  name: 'NotConnectedError',
  code: 2003,
  rpcCode: 4100,
  message: 'This site is not connected to your wallet. Connect first.',
})
export const UserRejectedError = /* @__PURE__ */ defineError({
  name: 'UserRejectedError',
  code: 2004,
  rpcCode: 4001,
  message: 'You declined the request.',
})
export const RpcNotAllowedError = /* @__PURE__ */ defineError({
  name: 'RpcNotAllowedError',
  code: 2005,
  rpcCode: 4200,
  message: 'Requested RPC call is not allowed',
})
export const ApprovalQueueFullError = /* @__PURE__ */ defineError({
  name: 'ApprovalQueueFullError',
  code: 2006,
  rpcCode: -32002,
  message: 'Too many requests are waiting for your answer. Answer those first.',
})
export const RejectionCooldownError = /* @__PURE__ */ defineError({
  name: 'RejectionCooldownError',
  code: 2008,
  rpcCode: -32005,
  message: 'This site asked too often after you declined. It can ask again in half a minute.',
})
export const HeadlessOtpNotAllowedError = /* @__PURE__ */ defineError({
  name: 'HeadlessOtpNotAllowedError',
  code: 2009,
  rpcCode: 4200,
  message: 'This project types codes in the wallet, not in the page.',
})
export const NoPendingCodeError = /* @__PURE__ */ defineError({
  name: 'NoPendingCodeError',
  code: 2010,
  rpcCode: -32000,
  message: 'No code is waiting to be entered. Ask for a new one.',
})
export const ChangeEmailError = /* @__PURE__ */ defineError({
  name: 'ChangeEmailError',
  code: 2011,
  rpcCode: 4001,
  message: 'You asked to use another e-mail address.',
})
export const RequestBlockedError = /* @__PURE__ */ defineError({
  name: 'RequestBlockedError',
  code: 2013,
  rpcCode: -32602,
  message: 'The wallet refused this request because it is not safe to sign.',
})
export const UnknownChainError = /* @__PURE__ */ defineError({
  name: 'UnknownChainError',
  code: 2014,
  rpcCode: 4902,
  message: 'This wallet does not know that network.',
})
export const ChainUnreachableError = /* @__PURE__ */ defineError({
  name: 'ChainUnreachableError',
  code: 2015,
  rpcCode: 4901,
  message: 'The network does not answer right now. Nothing was sent. Try again in a moment.',
})
export const SessionExpiredError = /* @__PURE__ */ defineError({
  name: 'SessionExpiredError',
  code: 2016,
  rpcCode: 4100,
  message: 'Session expired. Check the clock of your device and sign in again.',
})
export const ChainRefusedError = /* @__PURE__ */ defineError({
  name: 'ChainRefusedError',
  code: 2017,
  rpcCode: -32003,
  message: 'The network refused this request.',
})
export const RpcParamsError = /* @__PURE__ */ defineError({
  name: 'RpcParamsError',
  code: 2018,
  rpcCode: -32602,
  message: 'The site sent a request that does not follow the rules of its method.',
})
export const KeysUnavailableError = /* @__PURE__ */ defineError({
  name: 'KeysUnavailableError',
  code: 2019,
  rpcCode: 4900,
  message: 'The part of the wallet that holds your key did not start. Reload the page.',
})
export const UncertainBroadcastError = /* @__PURE__ */ defineError({
  name: 'UncertainBroadcastError',
  code: 2020,
  rpcCode: -32002,
  message:
    'Your transaction was signed, but we could not learn whether the network took it. Check your activity before you send it again.',
})
export const RecoveryNeededError = /* @__PURE__ */ defineError({
  name: 'RecoveryNeededError',
  code: 2021,
  message: 'This wallet is protected. Use your passkey or your recovery code to open it on this device.',
})
export const NoPendingSignInError = /* @__PURE__ */ defineError({
  name: 'NoPendingSignInError',
  code: 2022,
  message: 'No sign-in of this kind is under way. Start again.',
})
export const StrangeUriError = /* @__PURE__ */ defineError({
  name: 'StrangeUriError',
  code: 2023,
  message: 'The answer of the sign-in did not come from this wallet and was refused.',
})
export const PasskeyUnavailableError = /* @__PURE__ */ defineError({
  name: 'PasskeyUnavailableError',
  code: 2024,
  message: 'Your browser does not offer passkeys here. Continue in the wallet’s own window.',
})
export const PasskeyCancelledError = /* @__PURE__ */ defineError({
  name: 'PasskeyCancelledError',
  code: 2025,
  message: 'No passkey was used. Try again, or choose another way.',
})
export const UnsupportedCapabilityError = /* @__PURE__ */ defineError({
  name: 'UnsupportedCapabilityError',
  code: 2027,
  rpcCode: 5700,
  message: 'This wallet cannot do what the site requires here: a capability that it does not have.',
})
export const UnsupportedCallsChainError = /* @__PURE__ */ defineError({
  name: 'UnsupportedCallsChainError',
  code: 2028,
  rpcCode: 5710,
  message: 'This wallet cannot make these calls on that network.',
})
export const DuplicateCallsIdError = /* @__PURE__ */ defineError({
  name: 'DuplicateCallsIdError',
  code: 2029,
  rpcCode: 5720,
  message: 'The site used the same id for two groups of calls.',
})
export const UnknownCallsIdError = /* @__PURE__ */ defineError({
  name: 'UnknownCallsIdError',
  code: 2030,
  rpcCode: 5730,
  message: 'This wallet knows no group of calls with that id.',
})
export const CallsTooLargeError = /* @__PURE__ */ defineError({
  name: 'CallsTooLargeError',
  code: 2031,
  rpcCode: 5740,
  message: 'These are too many calls at once, or they are too large. Ask for fewer.',
})
export const UpgradeRejectedError = /* @__PURE__ */ defineError({
  name: 'UpgradeRejectedError',
  code: 2032,
  rpcCode: 5750,
  message: 'You declined to use the account that makes calls together.',
})
export const AtomicityUnsupportedError = /* @__PURE__ */ defineError({
  name: 'AtomicityUnsupportedError',
  code: 2033,
  rpcCode: 5760,
  message:
    'These calls must succeed or fail together, and this account cannot promise that. Use the smart account.',
})
export const SponsorRefusedError = /* @__PURE__ */ defineError({
  name: 'SponsorRefusedError',
  code: 2034,
  rpcCode: -32003,
  message: 'Nobody pays the fee for this. Nothing was sent.',
})
export const BundlerUnreachableError = /* @__PURE__ */ defineError({
  name: 'BundlerUnreachableError',
  code: 2035,
  rpcCode: 4901,
  message:
    'The bundler, which puts operations of smart accounts on the network, does not answer right now. Nothing was sent. Try again in a moment.',
})
export const OperationRefusedError = /* @__PURE__ */ defineError({
  name: 'OperationRefusedError',
  code: 2036,
  rpcCode: -32003,
  message: 'The bundler refused this operation. Nothing was sent.',
})
export const OperationFailedError = /* @__PURE__ */ defineError({
  name: 'OperationFailedError',
  code: 2037,
  rpcCode: -32003,
  message: 'The operation was put on the network and failed there. Nothing but the fee was taken.',
})
export const UncertainOperationError = /* @__PURE__ */ defineError({
  name: 'UncertainOperationError',
  code: 2038,
  rpcCode: -32003,
  message:
    'Your operation was sent, but we could not learn what became of it. Check your activity before you send it again.',
})
export const TooManyPendingError = /* @__PURE__ */ defineError({
  name: 'TooManyPendingError',
  code: 2039,
  rpcCode: -32005,
  message: '99 transactions wait to be confirmed already. Wait for one of them, or cancel it.',
})
export const UnknownPermissionError = /* @__PURE__ */ defineError({
  name: 'UnknownPermissionError',
  code: 2040,
  rpcCode: -32001,
  message: 'This wallet knows no permission of that kind or name for this site.',
})
export const SignInDomainError = /* @__PURE__ */ defineError({
  name: 'SignInDomainError',
  code: 2041,
  rpcCode: -32602,
  message: 'The sign-in message is for another site than the one that asks. It was not signed.',
})
export const SignInUriError = /* @__PURE__ */ defineError({
  name: 'SignInUriError',
  code: 2042,
  rpcCode: -32602,
  message: 'The sign-in message names a page of another site than the one that asks. It was not signed.',
})
export const SignInAddressError = /* @__PURE__ */ defineError({
  name: 'SignInAddressError',
  code: 2043,
  rpcCode: -32602,
  message: 'The sign-in message is for another account than the one that is asked. It was not signed.',
})
export const SmartAccountCreationError = /* @__PURE__ */ defineError({
  name: 'SmartAccountCreationError',
  code: 2044,
  rpcCode: 4200,
  message:
    'This network has no deployer through which a smart account can create a contract. Switch to the plain account and try again.',
})
export const NoEmailAddressError = /* @__PURE__ */ defineError({
  name: 'NoEmailAddressError',
  code: 2045,
  rpcCode: 4200,
  message: 'Your account has no e-mail address. You can add one on your account page.',
})
export const EmailAskedError = /* @__PURE__ */ defineError({
  name: 'EmailAskedError',
  code: 2046,
  rpcCode: -32005,
  message: 'This site has asked for your e-mail address already. It can ask again later.',
})
