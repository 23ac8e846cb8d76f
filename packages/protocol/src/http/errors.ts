import { defineError } from '@latchkey/errors'

/** Errors that the service answers with, as `{ error: { code, message, data? } }`. Range 4000–4999. */
export const ServiceUnreachableError = defineError({
  name: 'ServiceUnreachableError',
  code: 4000,
  message: 'We cannot reach the wallet service. Check your connection and try again.',
})
export const InvalidRequestError = defineError({
  name: 'InvalidRequestError',
  code: 4002,
  message: 'The request is not in the form that this address takes.',
})
export const NotFoundError = defineError({
  name: 'NotFoundError',
  code: 4003,
  message: 'There is nothing at this address.',
})
export const InternalServiceError = defineError({
  name: 'InternalServiceError',
  code: 4004,
  message: 'Something went wrong on our side. Nothing was changed. Try again in a moment.',
})
export const PayloadTooLargeError = defineError({
  name: 'PayloadTooLargeError',
  code: 4005,
  message: 'The request is larger than we take.',
})
export const WrongContentTypeError = defineError({
  name: 'WrongContentTypeError',
  code: 4006,
  message: 'The request must be JSON.',
})
export const UnknownProjectError = defineError({
  name: 'UnknownProjectError',
  code: 4010,
  message: 'This site uses a project id that the wallet service does not know.',
})
export const OriginNotAllowedError = defineError({
  name: 'OriginNotAllowedError',
  code: 4011,
  message: 'This site is not on the list of sites that may use this wallet.',
})
export const RateLimitedError = defineError({
  name: 'RateLimitedError',
  code: 4020,
  message: 'Too many requests. Wait a moment and try again.',
})
export const TooSoonError = defineError({
  name: 'TooSoonError',
  code: 4100,
  message: 'Please wait before you ask for another code.',
})
export const WrongCodeError = defineError({
  name: 'WrongCodeError',
  code: 4101,
  message: 'That code is not right. Check the newest mail and try again.',
})
export const CodeLockedError = defineError({
  name: 'CodeLockedError',
  code: 4102,
  message: 'That was the third wrong code. Ask for a new one.',
})
export const CodeExpiredError = defineError({
  name: 'CodeExpiredError',
  code: 4103,
  message: 'This code has expired. Ask for a new one.',
})
export const ChallengeGoneError = defineError({
  name: 'ChallengeGoneError',
  code: 4104,
  message: 'This code was already used or replaced. Ask for a new one.',
})
export const TooManyCodesError = defineError({
  name: 'TooManyCodesError',
  code: 4105,
  message: 'Too many codes were sent to this address. Try again later.',
})
export const MailUnavailableError = defineError({
  name: 'MailUnavailableError',
  code: 4106,
  message: 'We could not send the mail. Nothing is wrong with your address; try again in a minute.',
})
export const TooManyFailuresError = defineError({
  name: 'TooManyFailuresError',
  code: 4107,
  message: 'Too many wrong codes for this address. Try again later.',
})
export const MissingProofError = defineError({
  name: 'MissingProofError',
  code: 4200,
  message: "This request lacks the proof of the device's key.",
})
export const InvalidProofError = defineError({
  name: 'InvalidProofError',
  code: 4201,
  message: "The proof of the device's key is not valid. Check that the clock of your device is right.",
})
export const ReplayedProofError = defineError({
  name: 'ReplayedProofError',
  code: 4202,
  message: 'This proof was used before.',
})
export const ProofKeyMismatchError = defineError({
  name: 'ProofKeyMismatchError',
  code: 4203,
  message: 'This session belongs to another device key.',
})
export const UseDpopNonceError = defineError({
  name: 'UseDpopNonceError',
  code: 4204,
  message: 'The proof must carry a fresh nonce of the service.',
})
export const InvalidTokenError = defineError({
  name: 'InvalidTokenError',
  code: 4210,
  message: 'The session is no longer valid. Sign in again.',
})
export const ExpiredTokenError = defineError({
  name: 'ExpiredTokenError',
  code: 4211,
  message: 'The access token has expired.',
})
export const RefreshReusedError = defineError({
  name: 'RefreshReusedError',
  code: 4212,
  message: 'This session was used from two places and has been ended for your safety. Sign in again.',
})
export const FreshLoginRequiredError = defineError({
  name: 'FreshLoginRequiredError',
  code: 4213,
  message: 'Sign in again to do this.',
})
export const KeysetNotFoundError = defineError({
  name: 'KeysetNotFoundError',
  code: 4300,
  message: 'This device has no share of that wallet. Sign in again.',
})
export const WalletConflictError = defineError({
  name: 'WalletConflictError',
  code: 4301,
  message: 'This account already has a wallet.',
})
export const WalletNotActiveError = defineError({
  name: 'WalletNotActiveError',
  code: 4302,
  message: 'This wallet is not ready yet.',
})
export const WalletProofError = defineError({
  name: 'WalletProofError',
  code: 4303,
  message: "The proof that the wallet's key works is not right.",
})
export const SealedMessageError = defineError({
  name: 'SealedMessageError',
  code: 4304,
  message: 'The sealed message could not be opened.',
})
export const WalletNotFoundError = defineError({
  name: 'WalletNotFoundError',
  code: 4305,
  message: 'This account has no such wallet.',
})
export const UnknownNetworkError = defineError({
  name: 'UnknownNetworkError',
  code: 4400,
  message: 'The wallet service does not serve that network.',
})
export const ChainUnavailableError = defineError({
  name: 'ChainUnavailableError',
  code: 4401,
  message: 'The network does not answer right now. Try again in a moment.',
})
export const RpcMethodRefusedError = defineError({
  name: 'RpcMethodRefusedError',
  code: 4402,
  message: 'The wallet service does not pass on that method.',
})
