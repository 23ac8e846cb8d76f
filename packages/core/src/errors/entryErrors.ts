import { defineError } from '@latchkey/errors'

/** Errors of the host's core that a page may meet before anything else is loaded. Range 5001–5999; the others: connectionErrors.ts. */
export const InvalidCaipAddressError = /* @__PURE__ */ defineError({
  name: 'InvalidCaipAddressError',
  code: 5001,
  message: 'Invalid CAIP Address',
})
export const InvalidCaipNetworkIdError = /* @__PURE__ */ defineError({
  name: 'InvalidCaipNetworkIdError',
  code: 5002,
  message: 'Invalid CAIP-2 network id',
})
export const ProjectIdMissingError = /* @__PURE__ */ defineError({
  name: 'ProjectIdMissingError',
  code: 5003,
  message: 'Project ID Not Configured',
})
export const ConnectionDeclinedError = /* @__PURE__ */ defineError({
  name: 'ConnectionDeclinedError',
  code: 5010,
  rpcCode: 4001,
  message: 'The connection was closed before it was made.',
})
export const InvalidRequestError = /* @__PURE__ */ defineError({
  name: 'InvalidRequestError',
  code: 5015,
  rpcCode: -32600,
  message: 'The request is not in the form that EIP-1193 asks for.',
})
export const InvalidRequestParamsError = /* @__PURE__ */ defineError({
  name: 'InvalidRequestParamsError',
  code: 5016,
  rpcCode: -32602,
  message: 'The request does not have the params that its method takes.',
})
