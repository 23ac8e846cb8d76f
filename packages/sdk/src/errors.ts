import { defineError } from '@latchkey/errors'

/** Errors of the front door. Range 8001–8099. */
export const OriginOptionError = defineError({
  name: 'OriginOptionError',
  code: 8001,
  message: 'An origin is missing or is not one. Give scheme and host: `https://wallet.example.net`.',
})
export const NetworksOptionError = defineError({
  name: 'NetworksOptionError',
  code: 8002,
  message: 'No network is given. Set `networks` to at least one.',
})
export const ModalLoadError = defineError({
  name: 'ModalLoadError',
  code: 8003,
  message: 'The window could not be loaded. Check your connection and try again.',
})

/** Kind of the alert that the button shows while there is no modal that could. */
export const LOAD_ALERT = 'modalLoadFailed'
