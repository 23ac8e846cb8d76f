import { defineError } from '@latchkey/errors'

/** Errors of connectors. Range 6001–6999. */
export const SameSiteFrameError = defineError({
  name: 'SameSiteFrameError',
  code: 6001,
  message:
    'The wallet must live on another site than the page that uses it. Set `walletOrigin` to a host of its own.',
})
export const FrameLoadError = defineError({
  name: 'FrameLoadError',
  code: 6002,
  message: 'Unable to load email login dependency',
})
export const OriginNotAllowedError = defineError({
  name: 'OriginNotAllowedError',
  code: 6003,
  message: 'This site may not use this wallet: it is not on the list of its project.',
})
export const UnknownProjectError = defineError({
  name: 'UnknownProjectError',
  code: 6004,
  message: 'This site uses a project id that the wallet service does not know.',
})
export const FrameRequestTimeoutError = defineError({
  name: 'FrameRequestTimeoutError',
  code: 6005,
  message: 'The wallet did not answer in time. Check your connection and try again.',
})
