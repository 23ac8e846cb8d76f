import { type DefinedError, defineError } from '@latchkey/errors'

/** The client publishes or calls faster than the limits allow. */
export const TooFastError: DefinedError = defineError({
  name: 'TooFastError',
  code: 9001,
  message: 'Too many messages at once. Wait a few seconds, then try again.',
})

/** The socket is subscribed to as many topics as it may be. */
export const TooManySubscriptionsError: DefinedError = defineError({
  name: 'TooManySubscriptionsError',
  code: 9002,
  message: 'This client is subscribed to too many topics. Close old sessions first.',
})

/** Nobody fetches the messages of this topic, or the mailbox as a whole is full. */
export const MailboxFullError: DefinedError = defineError({
  name: 'MailboxFullError',
  code: 9003,
  message: 'Too many messages wait for the other side. It has to come online first.',
})

/** JSON-RPC 2.0 section 5.1. */
export const ParseError: DefinedError = defineError({
  name: 'ParseError',
  code: -32700,
  message: 'This is not JSON.',
})

/** JSON-RPC 2.0 section 5.1. */
export const InvalidRequestError: DefinedError = defineError({
  name: 'InvalidRequestError',
  code: -32600,
  message: 'This is not a JSON-RPC 2.0 request.',
})

/** JSON-RPC 2.0 section 5.1. */
export const MethodNotFoundError: DefinedError = defineError({
  name: 'MethodNotFoundError',
  code: -32601,
  message: 'The relay has no such method.',
})

/** JSON-RPC 2.0 section 5.1. */
export const InvalidParamsError: DefinedError = defineError({
  name: 'InvalidParamsError',
  code: -32602,
  message: 'The parameters are missing or wrong.',
})

/** JSON-RPC 2.0 section 5.1. */
export const InternalError: DefinedError = defineError({
  name: 'InternalError',
  code: -32603,
  message: 'The relay could not do this now. Try again.',
})
