import {
  concatHex,
  encodePacked,
  getContractAddress,
  type Hex,
  numberToHex,
  serializeErc6492Signature,
  size,
  zeroHash,
} from 'viem'

/** The deterministic deployment proxy, which anvil has from the start: call data is salt and creation code. */
const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Returns ERC-1271's magic value. */
const YES = '0x631626ba7e60e01b60005260206000f3'
const NO = '0x600060005260206000f3'

/**
 * Code of a wallet contract with ERC-1271 alone: it accepts a signature of 65 bytes by its owner. In EVM bytecode:
 * hash, v, r and s to memory, a call of the ecrecover precompile, a comparison.
 */
export function walletCode(owner: Hex): Hex {
  const check = concatHex([
    '0x600435600052', // hash
    '0x60a43560001a602052', // v
    '0x606435604052', // r
    '0x608435606052', // s
    '0x602060806080600060015afa50', // ecrecover
    '0x60805173',
    owner,
    '0x14',
  ])
  const target = size(check) + 3 + size(NO)
  return concatHex([check, '0x60', numberToHex(target, { size: 1 }), '0x57', NO, '0x5b', YES])
}

/** Code of a contract that accepts whatever it is shown, an empty signature as well. */
export const acceptingCode: Hex = YES

/** Where the wallet of an owner is or will be, and how it is made. */
export function walletOf(owner: Hex) {
  const runtime = walletCode(owner)
  const creation = concatHex([
    '0x61',
    numberToHex(size(runtime), { size: 2 }),
    '0x80600c6000396000f3',
    runtime,
  ])
  const factoryData = encodePacked(['bytes32', 'bytes'], [zeroHash, creation])
  const address = getContractAddress({
    bytecode: creation,
    from: DEPLOYER,
    opcode: 'CREATE2',
    salt: zeroHash,
  })
  return {
    address,
    deployment: { to: DEPLOYER, data: factoryData } as const,
    /** ERC-6492 */
    wrap: (signature: Hex): Hex =>
      serializeErc6492Signature({ address: DEPLOYER, data: factoryData, signature }),
  }
}
