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
  'latchkey_getRecipientFacts',
  'wallet_getSupportedExecutionPermissions',
  'wallet_getGrantedExecutionPermissions',
  'getAccountAddresses',
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

/** A method of an EVM network that is put before the person. The frame has a kind of approval for each. */
export type ApprovalMethod = (typeof offered)[number]

const offeredOnSolana = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
] as const

/** The same, on Solana's networks. */
export type SolanaApprovalMethod = (typeof offeredOnSolana)[number]

const offeredOnBitcoin = ['signMessage', 'signPsbt', 'sendTransfer', 'latchkey_speedUpTransfer'] as const

/** The same, on Bitcoin's networks: the names have no prefix, as the field writes them, but for the wallet's own. */
export type BitcoinApprovalMethod = (typeof offeredOnBitcoin)[number]

const OFFERED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['eip155', offered],
  ['solana', offeredOnSolana],
  ['bip122', offeredOnBitcoin],
])

/** Every one of these opens an approval screen. */
export const UNSAFE_METHODS: ReadonlySet<string> = new Set([...OFFERED.values()].flat())

export type RpcPolicy = 'safe' | 'safeGranted' | 'unsafe' | 'unknown'

/**
 * Says what a JSON-RPC method may do. Anything not listed is `unknown` and refused.
 *
 * @param namespace of CAIP-2: what would be put before the person for an account of another one is `unknown`
 * @example
 * rpcPolicyOf('eth_sign') // 'unknown'
 */
export function rpcPolicyOf(method: string, namespace?: string): RpcPolicy {
  if (SAFE_CHAIN_METHODS.has(method) || SAFE_USER_OPERATION_METHODS.has(method)) return 'safe'
  if (SAFE_GRANTED_METHODS.has(method)) return 'safeGranted'
  const isOffered =
    namespace === undefined ? UNSAFE_METHODS.has(method) : OFFERED.get(namespace)?.includes(method)
  if (isOffered) return 'unsafe'
  return 'unknown'
}
