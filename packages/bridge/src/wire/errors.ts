import { defineError } from '@latchkey/errors'

/** Errors of the bridge itself. Range 1000–1999: 1001–1009 open a connection, 1010–1099 use one. */
export const FrameTimeoutError = /* @__PURE__ */ defineError({
  name: 'FrameTimeoutError',
  code: 1001,
  rpcCode: 4900,
  message: 'The other window did not answer in time. Check your connection and try again.',
})
export const FrameRefusedError = /* @__PURE__ */ defineError({
  name: 'FrameRefusedError',
  code: 1002,
  rpcCode: 4900,
  message: 'The other window refused to open here.',
})
export const FrameVersionError = /* @__PURE__ */ defineError({
  name: 'FrameVersionError',
  code: 1003,
  rpcCode: -32006,
  message: 'The two windows speak different versions. Reload the page, or update the software of this site.',
})
export const FrameAbortedError = /* @__PURE__ */ defineError({
  name: 'FrameAbortedError',
  code: 1004,
  rpcCode: 4001,
  message: 'Opening the other window was aborted.',
})
export const ParentRefusedError = /* @__PURE__ */ defineError({
  name: 'ParentRefusedError',
  code: 1005,
  message: 'This page was opened by a site that is not allowed to use it.',
})
export const CallTimeoutError = /* @__PURE__ */ defineError({
  name: 'CallTimeoutError',
  code: 1010,
  rpcCode: -32002,
  message: 'The request was not answered in time. Try again.',
})
export const CallAbortedError = /* @__PURE__ */ defineError({
  name: 'CallAbortedError',
  code: 1011,
  rpcCode: 4001,
  message: 'Request was aborted',
})
export const ConnectionClosedError = /* @__PURE__ */ defineError({
  name: 'ConnectionClosedError',
  code: 1012,
  rpcCode: 4900,
  message: 'The connection to the other window was closed. Reload the page and try again.',
})
export const InvalidParamsError = /* @__PURE__ */ defineError({
  name: 'InvalidParamsError',
  code: 1013,
  rpcCode: -32602,
  message: 'The request does not have the form that its method asks for.',
})
export const InvalidResultError = /* @__PURE__ */ defineError({
  name: 'InvalidResultError',
  code: 1014,
  message: 'The answer does not have the form that its method promises.',
})
export const UnknownMethodError = /* @__PURE__ */ defineError({
  name: 'UnknownMethodError',
  code: 1015,
  rpcCode: 4200,
  message: 'The other window does not know this method.',
})
export const BridgeRateLimitError = /* @__PURE__ */ defineError({
  name: 'BridgeRateLimitError',
  code: 1016,
  rpcCode: -32005,
  message: 'Too many requests at once. Wait a moment and try again.',
})
export const MessageTooLargeError = /* @__PURE__ */ defineError({
  name: 'MessageTooLargeError',
  code: 1017,
  rpcCode: -32005,
  message: 'The message is too large to send.',
})
export const InternalError = /* @__PURE__ */ defineError({
  name: 'InternalError',
  code: 1018,
  message: 'An error occurred',
})
export const InvalidEventError = /* @__PURE__ */ defineError({
  name: 'InvalidEventError',
  code: 1019,
  message: 'The event does not have the form that its contract promises.',
})
