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

/** The published contracts of Safe 1.4.1 and Safe4337Module 0.3.0, the same on every network. Never configuration. */
export const accountContracts = {
  SafeProxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  Safe: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  MultiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  Safe4337Module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  SafeModuleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
} as const satisfies Readonly<Record<string, Address>>
/** Keccak-256 of the creation code of a `SafeProxy` over the singleton. */
const PROXY_CODE_HASH: Hex = '0x76733d705f71b79841c0ee960a0ca880f779cde7ef446c989e6d23efc0a4adfb'
const SALT_NONCE = numberToHex(0, { size: 32 })

const abi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
])

/**
 * The address of an owner's smart account, deployed or not (EIP-1014, CREATE2). It must be what the wallet's own account
 * library computes.
 */
export function safeAddressOf(owner: Address): Address {
  const { SafeProxyFactory: from, Safe4337Module: module, SafeModuleSetup: setup } = accountContracts
  const enable = encodeFunctionData({ abi, functionName: 'enableModules', args: [[module]] })
  const initializer = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [[owner], 1n, setup, enable, module, zeroAddress, 0n, zeroAddress],
  })
  const salt = keccak256(concatHex([keccak256(initializer), SALT_NONCE]))
  return getCreate2Address({ from, salt, bytecodeHash: PROXY_CODE_HASH })
}
