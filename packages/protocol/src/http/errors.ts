import { defineError } from '@latchkey/errors'

/** Errors that the service answers with, as `{ error: { code, message, data? } }`. Range 4000–4999. */
export const ServiceUnreachableError = /* @__PURE__ */ defineError({
  name: 'ServiceUnreachableError',
  code: 4000,
  rpcCode: 4900,
  httpStatus: 503,
  message: 'We cannot reach the wallet service. Check your connection and try again.',
})
export const InvalidRequestError = /* @__PURE__ */ defineError({
  name: 'InvalidRequestError',
  code: 4002,
  httpStatus: 400,
  message: 'The request is not in the form that this address takes.',
})
export const NotFoundError = /* @__PURE__ */ defineError({
  name: 'NotFoundError',
  code: 4003,
  httpStatus: 404,
  message: 'There is nothing at this address.',
})
export const InternalServiceError = /* @__PURE__ */ defineError({
  name: 'InternalServiceError',
  code: 4004,
  httpStatus: 500,
  message: 'Something went wrong on our side. Nothing was changed. Try again in a moment.',
})
export const PayloadTooLargeError = /* @__PURE__ */ defineError({
  name: 'PayloadTooLargeError',
  code: 4005,
  httpStatus: 413,
  message: 'The request is larger than we take.',
})
export const WrongContentTypeError = /* @__PURE__ */ defineError({
  name: 'WrongContentTypeError',
  code: 4006,
  httpStatus: 415,
  message: 'The request must be JSON.',
})
export const UnknownProjectError = /* @__PURE__ */ defineError({
  name: 'UnknownProjectError',
  code: 4010,
  httpStatus: 404,
  message: 'This site uses a project id that the wallet service does not know.',
})
export const OriginNotAllowedError = /* @__PURE__ */ defineError({
  name: 'OriginNotAllowedError',
  code: 4011,
  httpStatus: 403,
  message: 'This site is not on the list of sites that may use this wallet.',
})
export const RateLimitedError = /* @__PURE__ */ defineError({
  name: 'RateLimitedError',
  code: 4020,
  rpcCode: -32005,
  httpStatus: 429,
  message: 'Too many requests. Wait a moment and try again.',
})
export const TooSoonError = /* @__PURE__ */ defineError({
  name: 'TooSoonError',
  code: 4100,
  httpStatus: 429,
  message: 'Please wait before you ask for another code.',
})
export const WrongCodeError = /* @__PURE__ */ defineError({
  name: 'WrongCodeError',
  code: 4101,
  httpStatus: 422,
  message: 'That code is not right. Check the newest mail and try again.',
})
export const CodeLockedError = /* @__PURE__ */ defineError({
  name: 'CodeLockedError',
  code: 4102,
  httpStatus: 410,
  message: 'That was the third wrong code. Ask for a new one.',
})
export const CodeExpiredError = /* @__PURE__ */ defineError({
  name: 'CodeExpiredError',
  code: 4103,
  httpStatus: 410,
  message: 'This code has expired. Ask for a new one.',
})
export const ChallengeGoneError = /* @__PURE__ */ defineError({
  name: 'ChallengeGoneError',
  code: 4104,
  httpStatus: 410,
  message: 'This code was already used or replaced. Ask for a new one.',
})
export const TooManyCodesError = /* @__PURE__ */ defineError({
  name: 'TooManyCodesError',
  code: 4105,
  httpStatus: 429,
  message: 'Too many codes were sent to this address. Try again later.',
})
export const MailUnavailableError = /* @__PURE__ */ defineError({
  name: 'MailUnavailableError',
  code: 4106,
  httpStatus: 503,
  message: 'We could not send the mail. Nothing is wrong with your address; try again in a minute.',
})
export const TooManyFailuresError = /* @__PURE__ */ defineError({
  name: 'TooManyFailuresError',
  code: 4107,
  httpStatus: 429,
  message: 'Too many wrong codes for this address. Try again later.',
})
export const SocialUnavailableError = /* @__PURE__ */ defineError({
  name: 'SocialUnavailableError',
  code: 4120,
  httpStatus: 404,
  message: 'This way to sign in is not set up here. Choose another one.',
})
export const SocialDeclinedError = /* @__PURE__ */ defineError({
  name: 'SocialDeclinedError',
  code: 4121,
  httpStatus: 403,
  message: 'You stopped the sign-in at the other site. Nothing was shared; try again or choose another way.',
})
export const SocialFailedError = /* @__PURE__ */ defineError({
  name: 'SocialFailedError',
  code: 4122,
  httpStatus: 502,
  message: 'The other site could not sign you in. Nothing is wrong with your account; try again in a minute.',
})
export const SocialGoneError = /* @__PURE__ */ defineError({
  name: 'SocialGoneError',
  code: 4123,
  httpStatus: 410,
  message: 'This sign-in has expired or was used before. Start again.',
})
export const SocialMismatchError = /* @__PURE__ */ defineError({
  name: 'SocialMismatchError',
  code: 4124,
  httpStatus: 403,
  message: 'This sign-in was not started here, so it was refused. Start again.',
})
export const IdentityTakenError = /* @__PURE__ */ defineError({
  name: 'IdentityTakenError',
  code: 4125,
  httpStatus: 409,
  message: 'This identity belongs to another account. Sign in to that account first, or use another one.',
})
export const LastIdentityError = /* @__PURE__ */ defineError({
  name: 'LastIdentityError',
  code: 4126,
  httpStatus: 409,
  message: 'This is your last way to sign in. Add another one first.',
})
export const DevicePendingLimitError = /* @__PURE__ */ defineError({
  name: 'DevicePendingLimitError',
  code: 4130,
  httpStatus: 429,
  message: 'Too many devices wait for your answer. Open the newest mail, or wait ten minutes.',
})
export const DeviceRejectedError = /* @__PURE__ */ defineError({
  name: 'DeviceRejectedError',
  code: 4131,
  httpStatus: 403,
  message: 'This device was refused from your mailbox. It can ask again tomorrow.',
})
export const DeviceGoneError = /* @__PURE__ */ defineError({
  name: 'DeviceGoneError',
  code: 4132,
  httpStatus: 410,
  message: 'This request has expired or was answered before. Start again.',
})
export const AccountFrozenError = /* @__PURE__ */ defineError({
  name: 'AccountFrozenError',
  code: 4140,
  httpStatus: 403,
  message:
    'This account is frozen because somebody reported a sign-in. Open your security page to check and unfreeze it.',
})
export const AccountHeldError = /* @__PURE__ */ defineError({
  name: 'AccountHeldError',
  code: 4141,
  httpStatus: 403,
  message:
    'This is on hold, for this device is new or how you sign in was changed. Nothing is lost; come back later.',
})
export const EmailTakenError = /* @__PURE__ */ defineError({
  name: 'EmailTakenError',
  code: 4142,
  httpStatus: 409,
  message: 'This e-mail address belongs to another account.',
})
export const EmailChangeGoneError = /* @__PURE__ */ defineError({
  name: 'EmailChangeGoneError',
  code: 4143,
  httpStatus: 410,
  message: 'This change of your e-mail address has expired. Start again.',
})
export const MissingProofError = /* @__PURE__ */ defineError({
  name: 'MissingProofError',
  code: 4200,
  httpStatus: 401,
  message: "This request lacks the proof of the device's key.",
})
export const InvalidProofError = /* @__PURE__ */ defineError({
  name: 'InvalidProofError',
  code: 4201,
  httpStatus: 401,
  message: "The proof of the device's key is not valid. Check that the clock of your device is right.",
})
export const ReplayedProofError = /* @__PURE__ */ defineError({
  name: 'ReplayedProofError',
  code: 4202,
  httpStatus: 401,
  message: 'This proof was used before.',
})
export const ProofKeyMismatchError = /* @__PURE__ */ defineError({
  name: 'ProofKeyMismatchError',
  code: 4203,
  httpStatus: 401,
  message: 'This session belongs to another device key.',
})
export const UseDpopNonceError = /* @__PURE__ */ defineError({
  name: 'UseDpopNonceError',
  code: 4204,
  httpStatus: 401,
  message: 'The proof must carry a fresh nonce of the service.',
})
export const InvalidTokenError = /* @__PURE__ */ defineError({
  name: 'InvalidTokenError',
  code: 4210,
  httpStatus: 401,
  message: 'The session is no longer valid. Sign in again.',
})
export const ExpiredTokenError = /* @__PURE__ */ defineError({
  name: 'ExpiredTokenError',
  code: 4211,
  httpStatus: 401,
  message: 'The access token has expired.',
})
export const RefreshReusedError = /* @__PURE__ */ defineError({
  name: 'RefreshReusedError',
  code: 4212,
  httpStatus: 401,
  message: 'This session was used from two places and has been ended for your safety. Sign in again.',
})
export const FreshLoginRequiredError = /* @__PURE__ */ defineError({
  name: 'FreshLoginRequiredError',
  code: 4213,
  httpStatus: 403,
  message: 'Sign in again to do this.',
})
export const KeysetNotFoundError = /* @__PURE__ */ defineError({
  name: 'KeysetNotFoundError',
  code: 4300,
  httpStatus: 404,
  message: 'This device has no share of that wallet. Sign in again.',
})
export const WalletConflictError = /* @__PURE__ */ defineError({
  name: 'WalletConflictError',
  code: 4301,
  httpStatus: 409,
  message: 'This account already has a wallet.',
})
export const WalletNotActiveError = /* @__PURE__ */ defineError({
  name: 'WalletNotActiveError',
  code: 4302,
  httpStatus: 409,
  message: 'This wallet is not ready yet.',
})
export const WalletProofError = /* @__PURE__ */ defineError({
  name: 'WalletProofError',
  code: 4303,
  httpStatus: 422,
  message: "The proof that the wallet's key works is not right.",
})
export const SealedMessageError = /* @__PURE__ */ defineError({
  name: 'SealedMessageError',
  code: 4304,
  httpStatus: 422,
  message: 'The sealed message could not be opened.',
})
export const WalletNotFoundError = /* @__PURE__ */ defineError({
  name: 'WalletNotFoundError',
  code: 4305,
  httpStatus: 404,
  message: 'This account has no such wallet.',
})
export const ProtectedWalletError = /* @__PURE__ */ defineError({
  name: 'ProtectedWalletError',
  code: 4306,
  httpStatus: 409,
  message: 'This wallet is protected: use your passkey or your recovery code.',
})
export const RecoveryMethodError = /* @__PURE__ */ defineError({
  name: 'RecoveryMethodError',
  code: 4307,
  httpStatus: 404,
  message: 'There is no such way to recover this wallet.',
})
export const TooFewMethodsError = /* @__PURE__ */ defineError({
  name: 'TooFewMethodsError',
  code: 4308,
  httpStatus: 409,
  message: 'Two working ways to recover are needed for this.',
})
export const PasskeyRefusedError = /* @__PURE__ */ defineError({
  name: 'PasskeyRefusedError',
  code: 4309,
  httpStatus: 422,
  message: 'This passkey could not be verified. Try again, or use another way.',
})
export const JoinGoneError = /* @__PURE__ */ defineError({
  name: 'JoinGoneError',
  code: 4310,
  httpStatus: 410,
  message: 'This request of another device has expired or was answered before. Start again there.',
})
export const WrongJoinNumberError = /* @__PURE__ */ defineError({
  name: 'WrongJoinNumberError',
  code: 4312,
  httpStatus: 403,
  message: 'This is not the number of the other device, so it was not let in. Start again there.',
})
export const AlreadyProtectedError = /* @__PURE__ */ defineError({
  name: 'AlreadyProtectedError',
  code: 4311,
  httpStatus: 409,
  message: 'This wallet is protected already, and that cannot be undone.',
})
export const UnknownNetworkError = /* @__PURE__ */ defineError({
  name: 'UnknownNetworkError',
  code: 4400,
  rpcCode: 4902,
  httpStatus: 404,
  message: 'The wallet service does not serve that network.',
})
export const ChainUnavailableError = /* @__PURE__ */ defineError({
  name: 'ChainUnavailableError',
  code: 4401,
  rpcCode: 4901,
  httpStatus: 502,
  message: 'The network does not answer right now. Try again in a moment.',
})
export const RpcMethodRefusedError = /* @__PURE__ */ defineError({
  name: 'RpcMethodRefusedError',
  code: 4402,
  rpcCode: 4200,
  httpStatus: 403,
  message: 'The wallet service does not pass on that method.',
})
export const ChainBusyError = /* @__PURE__ */ defineError({
  name: 'ChainBusyError',
  code: 4403,
  httpStatus: 503,
  message: 'Too many requests wait for that network. Try again in a moment.',
})
export const ReadBudgetError = /* @__PURE__ */ defineError({
  name: 'ReadBudgetError',
  code: 4404,
  rpcCode: -32005,
  httpStatus: 429,
  message: 'This project has read as much from networks as it may in a minute. Wait a moment and try again.',
})
export const ImageNotFoundError = /* @__PURE__ */ defineError({
  name: 'ImageNotFoundError',
  code: 4500,
  httpStatus: 404,
  message: 'The wallet service has no picture with this id.',
})
export const AnalyticsOffError = /* @__PURE__ */ defineError({
  name: 'AnalyticsOffError',
  code: 4550,
  httpStatus: 403,
  message: 'This project takes no events.',
})
export const SignInRefusedError = /* @__PURE__ */ defineError({
  name: 'SignInRefusedError',
  code: 4600,
  httpStatus: 422,
  message: 'The sign-in was refused. Start again and sign the new message.',
})
export const SignInNonceError = /* @__PURE__ */ defineError({
  name: 'SignInNonceError',
  code: 4601,
  httpStatus: 410,
  message: 'This sign-in has expired or was used before. Start again.',
})
export const SignInSessionError = /* @__PURE__ */ defineError({
  name: 'SignInSessionError',
  code: 4602,
  httpStatus: 401,
  message: 'There is no such session, or it is not yours.',
})
