import { type Address, concatHex, getContractAddress, type Hex } from 'viem'

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
