import { defineError } from '@latchkey/errors'

/** What a page may meet before anything else is loaded. Range 5001–5999; the others: connectionErrors.ts. */
export const ProjectIdMissingError = /* @__PURE__ */ defineError({
  name: 'ProjectIdMissingError',
  code: 5003,
  message: 'Project ID Not Configured',
})

export const BothSiwxOptionsError = /* @__PURE__ */ defineError({
  name: 'BothSiwxOptionsError',
  code: 5067,
  message: 'Cannot set both `siweConfig` and `siwx` options',
})
