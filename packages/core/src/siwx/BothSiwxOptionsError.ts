import { defineError } from '@latchkey/errors'

/** In a file of its own: it is thrown before anything of sign-in is loaded. */
export const BothSiwxOptionsError = /* @__PURE__ */ defineError({
  name: 'BothSiwxOptionsError',
  code: 5067,
  message: 'Cannot set both `siweConfig` and `siwx` options',
})
