import { defineError } from '@latchkey/errors'

/** Errors of the wallet directory on the host side. Codes 5080–5089. */
export const DirectoryUnreachableError = /* @__PURE__ */ defineError({
  name: 'DirectoryUnreachableError',
  code: 5080,
  message: 'The list of wallets cannot be reached. Check the connection and try again.',
})
export const DirectoryTimeoutError = /* @__PURE__ */ defineError({
  name: 'DirectoryTimeoutError',
  code: 5081,
  message: 'The list of wallets did not come in time. Check the connection and try again.',
})
export const DirectoryAnswerError = /* @__PURE__ */ defineError({
  name: 'DirectoryAnswerError',
  code: 5082,
  message: 'The list of wallets came in a form that cannot be read. Try again.',
})
/** `data.code` is the service's own code, where it gave one. */
export const DirectoryRefusedError = /* @__PURE__ */ defineError({
  name: 'DirectoryRefusedError',
  code: 5083,
  message: 'The wallet service refused to list wallets.',
})
