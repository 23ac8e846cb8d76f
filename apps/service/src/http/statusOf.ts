import type { DefinedError } from '@latchkey/errors'
import * as errors from '@latchkey/protocol/http'

type Status = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 502 | 503

const table: readonly (readonly [DefinedError, Status])[] = [
  [errors.InvalidRequestError, 400],
  [errors.NotFoundError, 404],
  [errors.InternalServiceError, 500],
  [errors.PayloadTooLargeError, 413],
  [errors.WrongContentTypeError, 415],
  [errors.UnknownProjectError, 404],
  [errors.OriginNotAllowedError, 403],
  [errors.RateLimitedError, 429],
  [errors.TooSoonError, 429],
  [errors.WrongCodeError, 422],
  [errors.CodeLockedError, 410],
  [errors.CodeExpiredError, 410],
  [errors.ChallengeGoneError, 410],
  [errors.TooManyCodesError, 429],
  [errors.MailUnavailableError, 503],
  [errors.TooManyFailuresError, 429],
  [errors.MissingProofError, 401],
  [errors.InvalidProofError, 401],
  [errors.ReplayedProofError, 401],
  [errors.ProofKeyMismatchError, 401],
  [errors.UseDpopNonceError, 401],
  [errors.InvalidTokenError, 401],
  [errors.ExpiredTokenError, 401],
  [errors.RefreshReusedError, 401],
  [errors.FreshLoginRequiredError, 403],
  [errors.KeysetNotFoundError, 404],
  [errors.WalletConflictError, 409],
  [errors.WalletNotActiveError, 409],
  [errors.WalletProofError, 422],
  [errors.SealedMessageError, 422],
  [errors.WalletNotFoundError, 404],
  [errors.UnknownNetworkError, 404],
  [errors.ChainUnavailableError, 502],
  [errors.RpcMethodRefusedError, 403],
  [errors.SignInRefusedError, 422],
  [errors.SignInNonceError, 410],
  [errors.SignInSessionError, 401],
  [errors.AnalyticsOffError, 403],
  [errors.ImageNotFoundError, 404],
]

const byCode = new Map<number, Status>(table.map(([error, status]) => [error.code, status]))

/** HTTP status of a stable error code; undefined for a code that never leaves the service. */
export const statusOf = (code: number): Status | undefined => byCode.get(code)
