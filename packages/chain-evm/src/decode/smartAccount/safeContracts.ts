import {
  type Address,
  concatHex,
  encodeFunctionData,
  getContractAddress,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  zeroAddress,
} from 'viem'

/** ERC-4337 EntryPoint 0.7, the same on every network. No other one is signed for. */
export const entryPoint07: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/**
 * The published contracts of Safe 1.4.1 and Safe4337Module 0.3.0, the same on every network. Whoever could change one of
 * these could take every account, so none of them is configuration.
 */
export const safeContracts = {
  singleton: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  proxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  multiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  moduleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
} as const satisfies Readonly<Record<string, Address>>

/** Keccak-256 of what the factory creates: the code of `SafeProxy`, then the singleton's address in 32 bytes. */
export const proxyCodeHash: Hex = '0x76733d705f71b79841c0ee960a0ca880f779cde7ef446c989e6d23efc0a4adfb'

/**
 * The deterministic deployment proxy, at one address on most networks. Its code takes a salt and creation code, hands on the
 * money that comes with them and creates by CREATE2 (EIP-1014); it keeps nothing and does nothing else.
 */
export const creationDeployer: { readonly address: Address; readonly code: Hex } = {
  address: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  code: '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
}

/**
 * The call that creates a contract through the deployer, and where the contract will be.
 *
 * @param salt 32 bytes; with the creation code it makes the address
 * @example
 * creationByDeployer('0x6001…', `0x${'00'.repeat(32)}`).address
 */
export function creationByDeployer(
  creationCode: Hex,
  salt: Hex,
): { to: Address; data: Hex; address: Address } {
  const from = creationDeployer.address
  const address = getContractAddress({ bytecode: creationCode, from, opcode: 'CREATE2', salt })
  return { to: from, data: concatHex([salt, creationCode]), address }
}

const setupAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
])
const saltNonce = 0n

/** What the new proxy is told: one owner, and the ERC-4337 module as module and as fallback handler. Nobody is paid. */
function initializerOf(owner: Address): Hex {
  const { module, moduleSetup } = safeContracts
  const enable = encodeFunctionData({ abi: setupAbi, functionName: 'enableModules', args: [[module]] })
  return encodeFunctionData({
    abi: setupAbi,
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
    abi: setupAbi,
    functionName: 'createProxyWithNonce',
    args: [singleton, initializerOf(owner), saltNonce],
  })
  return { factory: proxyFactory, factoryData }
}
