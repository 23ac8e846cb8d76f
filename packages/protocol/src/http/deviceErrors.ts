import { defineError } from '@latchkey/errors'

export const SameEmailError = /* @__PURE__ */ defineError({
  name: 'SameEmailError',
  code: 4145,
  httpStatus: 409,
  message: 'This is your e-mail address already. Enter another one.',
})
export const MailLinkGoneError = /* @__PURE__ */ defineError({
  name: 'MailLinkGoneError',
  code: 4146,
  httpStatus: 410,
  message: 'This link has expired or was used before.',
})
