import { defineError } from '@latchkey/errors'

/** Errors of the host's core. Range 5001–5999. */
export const InvalidCaipAddressError = defineError({
  name: 'InvalidCaipAddressError',
  code: 5001,
  message: 'Invalid CAIP Address',
})
export const InvalidCaipNetworkIdError = defineError({
  name: 'InvalidCaipNetworkIdError',
  code: 5002,
  message: 'Invalid CAIP-2 network id',
})
export const ProjectIdMissingError = defineError({
  name: 'ProjectIdMissingError',
  code: 5003,
  message: 'Project ID Not Configured',
})
export const NetworkNotFoundError = defineError({
  name: 'NetworkNotFoundError',
  code: 5004,
  message: 'Network not found',
})
export const AdapterNotFoundError = defineError({
  name: 'AdapterNotFoundError',
  code: 5005,
  message: 'Adapter not found',
})
export const ConnectorNotFoundError = defineError({
  name: 'ConnectorNotFoundError',
  code: 5006,
  message: 'Address or auth connector not found',
})
export const EmailThrottledError = defineError({
  name: 'EmailThrottledError',
  code: 5007,
  message: 'Please try again after 30 seconds',
})
export const RequestAbortedError = defineError({
  name: 'RequestAbortedError',
  code: 5008,
  message: 'Request was aborted',
})
export const NotConnectedError = defineError({
  name: 'NotConnectedError',
  code: 5009,
  message: 'No wallet is connected. Connect first.',
})
export const ConnectionDeclinedError = defineError({
  name: 'ConnectionDeclinedError',
  code: 5010,
  message: 'The connection was closed before it was made.',
})
export const DisconnectFailedError = defineError({
  name: 'DisconnectFailedError',
  code: 5011,
  message: 'Failed to disconnect',
})
export const BalanceUnavailableError = defineError({
  name: 'BalanceUnavailableError',
  code: 5012,
  message: 'Token Balance Unavailable',
})
export const InvalidEmailError = defineError({
  name: 'InvalidEmailError',
  code: 5013,
  message: 'Invalid email',
})
export const SwitchNotSupportedError = defineError({
  name: 'SwitchNotSupportedError',
  code: 5014,
  message: 'This wallet cannot switch its network from here. Switch it in the wallet.',
})
