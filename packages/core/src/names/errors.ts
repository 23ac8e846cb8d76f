import { defineError } from '@latchkey/errors'

/** Errors of names that accounts are given. Codes 5270–5274. */
export const NameSuggestionsError = /* @__PURE__ */ defineError({
  name: 'NameSuggestionsError',
  code: 5270,
  message: 'Error fetching name suggestions',
})
export const NameRegistrationError = /* @__PURE__ */ defineError({
  name: 'NameRegistrationError',
  code: 5271,
  message: 'Error registering name',
})
