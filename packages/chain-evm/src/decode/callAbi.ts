import {
  type Abi,
  type AbiFunction,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import type { Decoded, Functions } from './model.ts'

/** The calls that are read. Two standards share a selector where their arguments have the same types. */
export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function increaseApproval(address spender, uint256 amount)',
  'function decreaseApproval(address spender, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)',
  'function approveAndCall(address spender, uint256 amount)',
  'function approveAndCall(address spender, uint256 amount, bytes data)',
  'function transferAndCall(address to, uint256 amount)',
  'function transferAndCall(address to, uint256 amount, bytes data)',
  'function transferFromAndCall(address from, address to, uint256 amount)',
  'function transferFromAndCall(address from, address to, uint256 amount, bytes data)',
  'function send(address to, uint256 amount, bytes data)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function setApprovalForAll(address operator, bool approved)',
  'function setOperator(address operator, bool approved)',
  'function authorizeOperator(address operator)',
  'function revokeOperator(address operator)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])

/** Calls of Permit2, which holds the allowances of many tokens. */
export const permit2Abi = parseAbi([
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'struct PermitBatch { PermitDetails[] details; address spender; uint256 sigDeadline; }',
  'struct TransferDetails { address from; address to; uint160 amount; address token; }',
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransfer { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct PermitTransfers { TokenPermissions[] permitted; uint256 nonce; uint256 deadline; }',
  'struct Target { address to; uint256 requestedAmount; }',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function permit(address owner, PermitSingle permitSingle, bytes signature)',
  'function permit(address owner, PermitBatch permitBatch, bytes signature)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function transferFrom(TransferDetails[] transferDetails)',
  'function permitTransferFrom(PermitTransfer permit, Target target, address owner, bytes signature)',
  'function permitTransferFrom(PermitTransfers permit, Target[] targets, address owner, bytes signature)',
  'function permitWitnessTransferFrom(PermitTransfer permit, Target target, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
  'function permitWitnessTransferFrom(PermitTransfers permit, Target[] targets, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
])

/** Calls that carry other calls. */
export const batchAbi = parseAbi([
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
  'function aggregate((address target, bytes callData)[] calls)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  'function executeBatch(address[] targets, bytes[] data)',
  'function executeBatch(address[] targets, uint256[] values, bytes[] data)',
  'function execute((address target, uint256 value, bytes data)[] calls)',
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
  'function blockAndAggregate((address target, bytes callData)[] calls)',
  'function tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls)',
  'function multiSend(bytes transactions)',
])

/** Calls that are made in the name of another account, which has let the caller do so. */
export const proxyAbi = parseAbi([
  'function executeMetaTransaction(address userAddress, bytes functionSignature, bytes32 r, bytes32 s, uint8 v)',
  'function execute((address from, address to, uint256 value, uint256 gas, uint256 nonce, bytes data) request, bytes signature)',
  'function execute((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature) request)',
  'function executeBatch((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature)[] requests, address refundReceiver)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
  'function execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function executeFromExecutor(bytes32 mode, bytes executionCalldata)',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executionCallDatas)',
])

/** Calls that hand over control of a contract or account, or let foreign code run in its name. */
export const controlAbi = parseAbi([
  'function transferOwnership(address newOwner)',
  'function renounceOwnership()',
  'function setOwner(address newOwner)',
  'function addOwner(address owner)',
  'function removeOwner(address owner)',
  'function changeAdmin(address newAdmin)',
  'function setAdmin(address newAdmin)',
  'function setPendingAdmin(address newAdmin)',
  'function beginDefaultAdminTransfer(address newAdmin)',
  'function setAuthority(address authority)',
  'function upgradeTo(address implementation)',
  'function upgradeToAndCall(address implementation, bytes data)',
  'function upgrade(address proxy, address implementation)',
  'function upgradeAndCall(address proxy, address implementation, bytes data)',
  'function setImplementation(address implementation)',
  'function diamondCut((address facet, uint8 action, bytes4[] selectors)[] cuts, address init, bytes data)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address prevOwner, address owner, uint256 threshold)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function disableModule(address prevModule, address module)',
  'function setGuard(address guard)',
  'function setModuleGuard(address guard)',
  'function setFallbackHandler(address handler)',
  'function approveHash(bytes32 hashToApprove)',
  'function installModule(uint256 moduleTypeId, address module, bytes initData)',
  'function uninstallModule(uint256 moduleTypeId, address module, bytes deInitData)',
  'function grantRole(bytes32 role, address account)',
  'function revokeRole(bytes32 role, address account)',
  'function renounceRole(bytes32 role, address account)',
  'function grant((address grantee, uint48 expiry, (address token, uint256 amount, uint48 start, uint32 period)[] allowances, (address target, bytes4 selector)[] calls) permission)',
])

/** Functions of an ABI by their selectors, so that each is hashed once. */
export const functionsOf = (abi: Abi): Functions =>
  new Map(
    abi.flatMap((item) => (item.type === 'function' ? [[toFunctionSelector(item), item] as const] : [])),
  )

/** Decodes only what encodes back to the same bytes; a suffix is allowed, since contracts do not see it (ERC-8021). */
export function decodeAs(item: AbiFunction, data: Hex): Decoded | undefined {
  const abi = [item]
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    const again = encodeFunctionData({ abi, functionName, args })
    return data.toLowerCase().startsWith(again.toLowerCase()) ? { functionName, args } : undefined
  } catch {
    return undefined
  }
}

/** Decodes a call of one of several functions. */
export function decodeWith(functions: Functions, data: Hex): Decoded | undefined {
  const item = functions.get(data.slice(0, 10).toLowerCase())
  return item && decodeAs(item, data)
}

/** The one address of Uniswap's Permit2 on every network. */
export const permit2Address: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** More than any supply: half of the range, of uint256 for ERC-20 and of uint160 for Permit2. */
export const isUnlimited = (amount: bigint, bits: 160 | 256): boolean => amount >= 2n ** BigInt(bits - 1)
