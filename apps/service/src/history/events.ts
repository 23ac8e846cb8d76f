import { parseAbi, toEventSelector } from 'viem'

/** What tokens, accounts and the entry point say about what they move. */
export const eventsAbi = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event SafeReceived(address indexed sender, uint256 value)',
])

/** First topics of the events that are read. ERC-20 and ERC-721 share one; the number of topics tells them apart. */
export const TOPICS = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  single: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  batch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
  /** ERC-4337, EntryPoint 0.7. */
  operation: toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
  /** A Safe was given native currency. */
  received: toEventSelector('SafeReceived(address,uint256)'),
} as const

/** What the EntryPoint is called with, and what it calls a Safe with (Safe4337Module 0.3.0). */
export const callsAbi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(PackedUserOperation[] ops, address beneficiary)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
])
