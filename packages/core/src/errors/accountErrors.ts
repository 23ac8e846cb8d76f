import { defineError } from '@latchkey/errors'

/** Errors of kinds of account and of networks that a page would add. Codes 5020–5029. */
export const AccountTypeNotOfferedError = /* @__PURE__ */ defineError({
  name: 'AccountTypeNotOfferedError',
  code: 5020,
  rpcCode: 4200,
  message: 'This wallet has no account of that kind on this network.',
})
export const NetworkNotAddableError = /* @__PURE__ */ defineError({
  name: 'NetworkNotAddableError',
  code: 5021,
  rpcCode: 4902,
  message:
    'This network cannot be added. The wallet reads networks only through its own service, and a page uses those that it lists.',
})
