import { defineError } from '@latchkey/errors'

/** Errors of the keys app's own that are not part of its contract. Range 3190–3199. */
export const VaultUnavailableError = /* @__PURE__ */ defineError({
  name: 'VaultUnavailableError',
  code: 3190,
  message: 'The wallet did not answer in time. Reload the page and try again.',
})
export const HostUnknownError = /* @__PURE__ */ defineError({
  name: 'HostUnknownError',
  code: 3191,
  message: 'The wallet cannot tell which site has opened it, so it stays closed.',
})
export const BadDocumentError = /* @__PURE__ */ defineError({
  name: 'BadDocumentError',
  code: 3192,
  message: 'The wallet document carries no valid configuration.',
})
export const CancelledError = /* @__PURE__ */ defineError({
  name: 'CancelledError',
  code: 3193,
  message: 'The request was cancelled.',
})
export const ShareDamagedError = /* @__PURE__ */ defineError({
  name: 'ShareDamagedError',
  code: 3194,
  message: 'The part of the key that this device holds is damaged. Sign in again to restore it.',
})
