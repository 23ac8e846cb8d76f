import { SAFE_CHAIN_METHODS, SAFE_USER_OPERATION_METHODS } from '@latchkey/protocol/policy'

/** Not for pages whose origin is not on the project's list: what is sent, and what costs a node more than a read. */
const NOT_FOR_GUESTS = new Set(['eth_sendRawTransaction', 'eth_simulateV1', 'eth_createAccessList'])

/** What a page whose origin is not on the project's list may ask. */
export const isForGuests = (method: string): boolean =>
  SAFE_CHAIN_METHODS.has(method) && !NOT_FOR_GUESTS.has(method)

/** Everything else, such as `anvil_…`, `debug_…`, `admin_…` and `eth_sendTransaction`, is refused. */
export const isPassedOn = (method: string): boolean => SAFE_CHAIN_METHODS.has(method)

const BUNDLER_METHODS = new Set([
  ...SAFE_USER_OPERATION_METHODS,
  'eth_sendUserOperation',
  'pimlico_getUserOperationGasPrice',
])

/** ERC-4337 methods: a bundler answers them, not a node. */
export const isForBundler = (method: string): boolean => BUNDLER_METHODS.has(method)
