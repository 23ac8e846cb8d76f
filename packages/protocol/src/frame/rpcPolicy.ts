/**
 * Which RPC methods the embedded wallet takes, by what they may do (spec 6).
 * Plain data without zod, so that the host's entry can use it.
 */

const read =
  'blobBaseFee blockNumber call chainId createAccessList estimateGas feeHistory gasPrice getBalance getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs getLogs getProof getStorageAt getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt getUncleCountByBlockHash getUncleCountByBlockNumber maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter protocolVersion sendRawTransaction simulateV1 syncing uninstallFilter'

/** Read-only calls and raw sending: passed on to the network without asking. */
export const SAFE_CHAIN_METHODS: ReadonlySet<string> = new Set([
  ...read.split(' ').map((name) => `eth_${name}`),
  'net_listening',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
])

/** Answered by the frame itself without asking, but only for an origin that the user connected: they reveal the account. */
export const SAFE_GRANTED_METHODS: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_requestAccounts',
  'wallet_getCapabilities',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getSupportedExecutionPermissions',
  'wallet_getGrantedExecutionPermissions',
])

/** Reads of ERC-4337, answered when smart accounts are enabled. */
export const SAFE_USER_OPERATION_METHODS: ReadonlySet<string> = new Set([
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
])

const offered = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'wallet_showCallsStatus',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_watchAsset',
  'eth_sendUserOperation',
] as const

/** A method that this version puts before the person. The frame has a kind of approval for each. */
export type ApprovalMethod = (typeof offered)[number]

/** Unsafe methods that this version cannot put before anybody: they are refused before anything opens. */
export const LATER_METHODS: ReadonlySet<string> = new Set([
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
])

/** Every one of these opens an approval screen. */
export const UNSAFE_METHODS: ReadonlySet<string> = new Set([...offered, ...LATER_METHODS])

export type RpcPolicy = 'safe' | 'safeGranted' | 'unsafe' | 'unknown'

/**
 * Says what a JSON-RPC method may do. Anything not listed is `unknown` and refused.
 *
 * @example
 * rpcPolicyOf('eth_sign') // 'unknown'
 */
export function rpcPolicyOf(method: string): RpcPolicy {
  if (SAFE_CHAIN_METHODS.has(method) || SAFE_USER_OPERATION_METHODS.has(method)) return 'safe'
  if (SAFE_GRANTED_METHODS.has(method)) return 'safeGranted'
  if (UNSAFE_METHODS.has(method)) return 'unsafe'
  return 'unknown'
}
