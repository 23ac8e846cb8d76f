import { defineError } from '@latchkey/errors'

export const SmartAccountsNotOfferedError = /* @__PURE__ */ defineError({
  name: 'SmartAccountsNotOfferedError',
  code: 4150,
  httpStatus: 404,
  message: 'Smart accounts are not offered on that network.',
})
export const PaymasterNotRegisteredError = /* @__PURE__ */ defineError({
  name: 'PaymasterNotRegisteredError',
  code: 4151,
  httpStatus: 403,
  message: 'That paymaster service is not registered for this project.',
})
export const SponsorshipRefusedError = /* @__PURE__ */ defineError({
  name: 'SponsorshipRefusedError',
  code: 4152,
  httpStatus: 403,
  message: 'The fee of this operation is not paid for.',
})
export const SponsorshipBudgetSpentError = /* @__PURE__ */ defineError({
  name: 'SponsorshipBudgetSpentError',
  code: 4153,
  httpStatus: 429,
  message: 'The budget for fees is spent for today.',
})
export const PaymasterUnreachableError = /* @__PURE__ */ defineError({
  name: 'PaymasterUnreachableError',
  code: 4154,
  httpStatus: 502,
  message: 'The paymaster service does not answer right now.',
})

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
export const AccountPageOnlyError = /* @__PURE__ */ defineError({
  name: 'AccountPageOnlyError',
  code: 4147,
  httpStatus: 403,
  message:
    'This is done on the wallet’s own page alone. Open “Security and devices” in the settings of the wallet.',
})
export const EmailReplacedError = /* @__PURE__ */ defineError({
  name: 'EmailReplacedError',
  code: 4148,
  httpStatus: 409,
  message:
    'The e-mail address of this account is another one by now. Nothing was shared; let the site ask again.',
})
