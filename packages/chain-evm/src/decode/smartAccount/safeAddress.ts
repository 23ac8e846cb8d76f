import {
  type Address,
  concatHex,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { proxyCodeHash, safeContracts } from './safeContracts.ts'

const abi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
])
const saltNonce = 0n

/** What the new proxy is told: one owner, and the ERC-4337 module as module and as fallback handler. Nobody is paid. */
function initializerOf(owner: Address): Hex {
  const { module, moduleSetup } = safeContracts
  const enable = encodeFunctionData({ abi, functionName: 'enableModules', args: [[module]] })
  return encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [[owner], 1n, moduleSetup, enable, module, zeroAddress, 0n, zeroAddress],
  })
}

/** Where the factory puts an owner's account (EIP-1014, CREATE2). */
export function safeAddressOf(owner: Address): Address {
  const salt = keccak256(concatHex([keccak256(initializerOf(owner)), numberToHex(saltNonce, { size: 32 })]))
  return getCreate2Address({ from: safeContracts.proxyFactory, salt, bytecodeHash: proxyCodeHash })
}

/** The call that puts it there. Anyone may make it, and it has one outcome only. */
export function safeDeployment(owner: Address): { factory: Address; factoryData: Hex } {
  const { proxyFactory, singleton } = safeContracts
  const factoryData = encodeFunctionData({
    abi,
    functionName: 'createProxyWithNonce',
    args: [singleton, initializerOf(owner), saltNonce],
  })
  return { factory: proxyFactory, factoryData }
}
