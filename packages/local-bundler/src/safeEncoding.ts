import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  type Hex,
  keccak256,
  parseAbi,
  size,
  zeroAddress,
} from 'viem'
import { accountContracts } from './accountContracts.ts'

export type SafeCall = { to: Address; value?: bigint | undefined; data?: Hex | undefined }

export const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
  'function enableModule(address module)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function proxyCreationCode() pure returns (bytes)',
  'function multiSend(bytes transactions) payable',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function nonce() view returns (uint256)',
])

const CALL = 0
const DELEGATECALL = 1

/** What makes a Safe of one owner: the call data of `setup`. */
export function setupOf(owner: Address): Hex {
  const modules = encodeFunctionData({
    abi: safeAbi,
    functionName: 'enableModules',
    args: [[accountContracts.safe4337Module]],
  })
  return encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [
      [owner],
      1n,
      accountContracts.safeModuleSetup,
      modules,
      accountContracts.safe4337Module,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  })
}

/** The factory's call that deploys the owner's Safe. */
export function creationOf(owner: Address): Hex {
  const args = [accountContracts.safe, setupOf(owner), 0n] as const
  return encodeFunctionData({ abi: safeAbi, functionName: 'createProxyWithNonce', args })
}

/** @param proxyCode creation code that the factory says of itself */
export function addressOf(owner: Address, proxyCode: Hex): Address {
  const salt = keccak256(
    concat([keccak256(setupOf(owner)), encodeAbiParameters([{ type: 'uint256' }], [0n])]),
  )
  const singleton = encodeAbiParameters([{ type: 'address' }], [accountContracts.safe])
  const bytecode = concat([proxyCode, singleton])
  return getContractAddress({ opcode: 'CREATE2', from: accountContracts.safeProxyFactory, salt, bytecode })
}

/** One call as it is, several through MultiSend. */
export function joined(calls: readonly SafeCall[]): {
  to: Address
  value: bigint
  data: Hex
  operation: number
} {
  const [first] = calls
  if (!first) throw new Error('A Safe makes one call at least.')
  if (calls.length === 1)
    return { to: first.to, value: first.value ?? 0n, data: first.data ?? '0x', operation: CALL }
  const packed = calls.map(({ to, value = 0n, data = '0x' }) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [CALL, to, value, BigInt(size(data)), data],
    ),
  )
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'multiSend', args: [concat(packed)] })
  return { to: accountContracts.multiSend, value: 0n, data, operation: DELEGATECALL }
}
