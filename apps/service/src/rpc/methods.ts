import { SAFE_CHAIN_METHODS, SAFE_USER_OPERATION_METHODS } from '@latchkey/protocol/policy'

/** Everything else, such as `anvil_…`, `debug_…`, `admin_…` and `eth_sendTransaction`, is refused. */
export const isPassedOn = (method: string): boolean => SAFE_CHAIN_METHODS.has(method)

const BUNDLER_METHODS = new Set([
  ...SAFE_USER_OPERATION_METHODS,
  'eth_sendUserOperation',
  'pimlico_getUserOperationGasPrice',
])

/** ERC-4337 methods: a bundler answers them, not a node. */
export const isForBundler = (method: string): boolean => BUNDLER_METHODS.has(method)
