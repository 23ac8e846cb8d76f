import { defineError } from '@latchkey/errors'

/** Errors of connectors. Range 6001–6999. */
export const SameSiteFrameError = /* @__PURE__ */ defineError({
  name: 'SameSiteFrameError',
  code: 6001,
  message:
    'The wallet must live on another site than the page that uses it. Set `walletOrigin` to a host of its own.',
})
export const FrameLoadError = /* @__PURE__ */ defineError({
  name: 'FrameLoadError',
  code: 6002,
  message: 'Unable to load email login dependency',
})
export const OriginNotAllowedError = /* @__PURE__ */ defineError({
  name: 'OriginNotAllowedError',
  code: 6003,
  message: 'This site may not use this wallet: it is not on the list of its project.',
})
export const UnknownProjectError = /* @__PURE__ */ defineError({
  name: 'UnknownProjectError',
  code: 6004,
  message: 'This site uses a project id that the wallet service does not know.',
})
export const FrameRequestTimeoutError = /* @__PURE__ */ defineError({
  name: 'FrameRequestTimeoutError',
  code: 6005,
  message: 'The wallet did not answer in time. Check your connection and try again.',
})
export const FrameWorkAbortedError = /* @__PURE__ */ defineError({
  name: 'FrameWorkAbortedError',
  code: 6006,
  message: 'Something went wrong',
})
export const MockRejectedError = /* @__PURE__ */ defineError({
  name: 'MockRejectedError',
  code: 6099,
  message: 'The mock wallet declined, as it was told to.',
})
