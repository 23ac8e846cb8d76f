import { defineError } from '@latchkey/errors'

/** Errors of connections and requests. Range 5001–5999. */
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
export const NetworkNotFoundError = /* @__PURE__ */ defineError({
  name: 'NetworkNotFoundError',
  code: 5004,
  rpcCode: 4902,
  message: 'Network not found',
})
export const AdapterNotFoundError = /* @__PURE__ */ defineError({
  name: 'AdapterNotFoundError',
  code: 5005,
  message: 'Adapter not found',
})
export const ConnectorNotFoundError = /* @__PURE__ */ defineError({
  name: 'ConnectorNotFoundError',
  code: 5006,
  message: 'Address or auth connector not found',
})
export const EmailThrottledError = /* @__PURE__ */ defineError({
  name: 'EmailThrottledError',
  code: 5007,
  message: 'Please try again after 30 seconds',
})
export const RequestAbortedError = /* @__PURE__ */ defineError({
  name: 'RequestAbortedError',
  code: 5008,
  rpcCode: 4001,
  message: 'Request was aborted',
})
export const NotConnectedError = /* @__PURE__ */ defineError({
  name: 'NotConnectedError',
  code: 5009,
  rpcCode: 4100,
  message: 'No wallet is connected. Connect first.',
})
export const BalanceUnavailableError = /* @__PURE__ */ defineError({
  name: 'BalanceUnavailableError',
  code: 5012,
  message: 'Token Balance Unavailable',
})
export const InvalidEmailError = /* @__PURE__ */ defineError({
  name: 'InvalidEmailError',
  code: 5013,
  message: 'Invalid email',
})
export const SwitchNotSupportedError = /* @__PURE__ */ defineError({
  name: 'SwitchNotSupportedError',
  code: 5014,
  rpcCode: 4200,
  message: 'This wallet cannot switch its network from here. Switch it in the wallet.',
})
export const RpcNotAllowedError = /* @__PURE__ */ defineError({
  name: 'RpcNotAllowedError',
  code: 5017,
  rpcCode: 4200,
  message: 'Requested RPC call is not allowed',
})
export const AuthenticationFailedError = /* @__PURE__ */ defineError({
  name: 'AuthenticationFailedError',
  code: 5018,
  message: 'A problem occurred while trying initialize authentication',
})
export const PairingUriError = /* @__PURE__ */ defineError({
  name: 'PairingUriError',
  code: 5050,
  message:
    'The page gave no pairing link that can be used. It begins with `wc:` and is good for another while.',
})
export const PairingUriTimeoutError = /* @__PURE__ */ defineError({
  name: 'PairingUriTimeoutError',
  code: 5051,
  message: 'The page gave no pairing link in time.',
})
export const WalletConnectMissingError = /* @__PURE__ */ defineError({
  name: 'WalletConnectMissingError',
  code: 5019,
  message: 'WalletConnectConnector not found',
})
export const TooManyReadsError = /* @__PURE__ */ defineError({
  name: 'TooManyReadsError',
  code: 5040,
  rpcCode: -32005,
  message: 'Too many reads of the network wait for their answer. Try again in a moment.',
})

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

/** Errors of what a host asks for by name. Codes 5240–5259. */
export const UnknownConnectorError = /* @__PURE__ */ defineError({
  name: 'UnknownConnectorError',
  code: 5240,
  message:
    'No way to connect has this id here. Give the id of one that the page has set, or of a wallet that this browser has.',
})
export const ModalNotPlacedError = /* @__PURE__ */ defineError({
  name: 'ModalNotPlacedError',
  code: 5241,
  message:
    'The modal is not in the page, so nothing can be shown. With `container: null` put the element that `latchkey.element()` answers into the page first.',
})
