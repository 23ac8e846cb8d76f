import { describe, expect, test } from 'vitest'
import {
  type RpcPolicy,
  rpcPolicyOf,
  SAFE_CHAIN_METHODS,
  SAFE_GRANTED_METHODS,
  SAFE_USER_OPERATION_METHODS,
  UNSAFE_METHODS,
} from './rpcPolicy.ts'

const READS = [
  'eth_blobBaseFee',
  'eth_createAccessList',
  'eth_protocolVersion',
  'eth_simulateV1',
  'net_listening',
  'web3_sha3',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_version',
  'web3_clientVersion',
]
const USER_OPERATION_READS = [
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
]

const table: [rows: string, method: string, policy: RpcPolicy][] = [
  ...READS.map((method): [string, string, RpcPolicy] => ['R6-9 R7-81', method, 'safe']),
  ...USER_OPERATION_READS.map((method): [string, string, RpcPolicy] => ['R6-9', method, 'safe']),
  ['R6-10 R7-81', 'eth_sendRawTransaction', 'safe'],
  ['R6-14', 'eth_accounts', 'safeGranted'],
  ['R6-14', 'eth_requestAccounts', 'safeGranted'],
  ['R6-14 R7-82', 'wallet_getCapabilities', 'safeGranted'],
  ['R6-14 R7-82', 'wallet_getAssets', 'safeGranted'],
  ['R6-14 R7-82', 'wallet_getCallsStatus', 'safeGranted'],
  ['R6-14', 'latchkey_getRecipientFacts', 'safeGranted'],
  ['ERC-7715:', 'wallet_getSupportedExecutionPermissions', 'safeGranted'],
  ['ERC-7715:', 'wallet_getGrantedExecutionPermissions', 'safeGranted'],
  ['ERC-7715:', 'wallet_requestExecutionPermissions', 'unsafe'],
  ['ERC-7715:', 'wallet_revokeExecutionPermission', 'unsafe'],
  ['EIP-5792:', 'wallet_showCallsStatus', 'unsafe'],
  ['R6-15 R7-84', 'personal_sign', 'unsafe'],
  ['R6-16', 'eth_signTypedData_v4', 'unsafe'],
  ['R6-17', 'eth_sendTransaction', 'unsafe'],
  ['R7-83', 'solana_signMessage', 'unsafe'],
  ['R7-83', 'solana_signTransaction', 'unsafe'],
  ['R7-83', 'solana_signAllTransactions', 'unsafe'],
  ['R7-83', 'solana_signAndSendTransaction', 'unsafe'],
  ['bip122:', 'getAccountAddresses', 'safeGranted'],
  ['bip122:', 'signMessage', 'unsafe'],
  ['bip122:', 'signPsbt', 'unsafe'],
  ['bip122:', 'sendTransfer', 'unsafe'],
  ['bip122:', 'latchkey_speedUpTransfer', 'unsafe'],
  ['R6-19 R7-82', 'wallet_sendCalls', 'unsafe'],
  ['R7-82', 'wallet_grantPermissions', 'unsafe'],
  ['R7-82', 'wallet_revokePermissions', 'unsafe'],
  ['user operations:', 'eth_sendUserOperation', 'unsafe'],
  ['EIP-747:', 'wallet_watchAsset', 'unsafe'],
]

test.each(table)('%s %s is %s', (_, method, policy) => {
  expect(rpcPolicyOf(method)).toBe(policy)
})

describe('R6-23 R4-60 what is not listed is unknown:', () => {
  test.each([
    '',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'ETH_CALL',
    'eth_call ',
    'personal_ecRecover',
    'debug_traceCall',
    'anvil_setBalance',
    'admin_addPeer',
    'wallet_switchEthereumChain',
    'constructor',
    '__proto__',
    'toString',
  ])('%j', (method) => {
    expect(rpcPolicyOf(method)).toBe('unknown')
  })
})

test('R7-83 the methods of Solana are among those that wait for a person', () => {
  for (const name of ['signMessage', 'signTransaction', 'signAllTransactions', 'signAndSendTransaction'])
    expect(rpcPolicyOf(`solana_${name}`)).toBe('unsafe')
})

test('a method without a prefix is one of Bitcoin’s networks alone', () => {
  expect(rpcPolicyOf('signMessage', 'bip122')).toBe('unsafe')
  for (const namespace of ['eip155', 'solana']) expect(rpcPolicyOf('signMessage', namespace)).toBe('unknown')
})

test('the lists hold what the table holds, and no method is in two of them', () => {
  const lists = [SAFE_CHAIN_METHODS, SAFE_GRANTED_METHODS, SAFE_USER_OPERATION_METHODS, UNSAFE_METHODS]
  const listed = lists.flatMap((list) => [...list])
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.sort()).toEqual(table.map(([, method]) => method).sort())
})
