import { defineError } from '@latchkey/errors'

/** Errors of collectibles. Codes 5275–5279. */
export const NftsUnavailableError = /* @__PURE__ */ defineError({
  name: 'NftsUnavailableError',
  code: 5275,
  message: 'Collectibles cannot be shown right now.',
})
