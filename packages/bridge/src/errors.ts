import { defineError } from '@latchkey/errors'

/** Errors of the bridge itself. Range 1000–1999: 1001–1009 open a connection, 1010–1099 use one. */
export const FrameTimeoutError = defineError({
  name: 'FrameTimeoutError',
  code: 1001,
  message: 'The other window did not answer in time. Check your connection and try again.',
})
export const FrameRefusedError = defineError({
  name: 'FrameRefusedError',
  code: 1002,
  message: 'The other window refused to open here.',
})
export const FrameVersionError = defineError({
  name: 'FrameVersionError',
  code: 1003,
  message: 'The two windows speak different versions. Reload the page, or update the software of this site.',
})
export const FrameAbortedError = defineError({
  name: 'FrameAbortedError',
  code: 1004,
  message: 'Opening the other window was aborted.',
})
export const ParentRefusedError = defineError({
  name: 'ParentRefusedError',
  code: 1005,
  message: 'This page was opened by a site that is not allowed to use it.',
})
export const CallTimeoutError = defineError({
  name: 'CallTimeoutError',
  code: 1010,
  message: 'The request was not answered in time. Try again.',
})
export const CallAbortedError = defineError({
  name: 'CallAbortedError',
  code: 1011,
  message: 'Request was aborted',
})
export const ConnectionClosedError = defineError({
  name: 'ConnectionClosedError',
  code: 1012,
  message: 'The connection to the other window was closed. Reload the page and try again.',
})
export const InvalidParamsError = defineError({
  name: 'InvalidParamsError',
  code: 1013,
  message: 'The request does not have the form that its method asks for.',
})
export const InvalidResultError = defineError({
  name: 'InvalidResultError',
  code: 1014,
  message: 'The answer does not have the form that its method promises.',
})
export const UnknownMethodError = defineError({
  name: 'UnknownMethodError',
  code: 1015,
  message: 'The other window does not know this method.',
})
export const BridgeRateLimitError = defineError({
  name: 'BridgeRateLimitError',
  code: 1016,
  message: 'Too many requests at once. Wait a moment and try again.',
})
export const MessageTooLargeError = defineError({
  name: 'MessageTooLargeError',
  code: 1017,
  message: 'The message is too large to send.',
})
export const InternalError = defineError({
  name: 'InternalError',
  code: 1018,
  message: 'An error occurred',
})
export const InvalidEventError = defineError({
  name: 'InvalidEventError',
  code: 1019,
  message: 'The event does not have the form that its contract promises.',
})
