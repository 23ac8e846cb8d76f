import {
  addressArgument,
  argument,
  dispatch,
  mappingSlot,
  requireArguments,
  returnWord,
} from '../contracts/fragments.ts'

/** Where the registries are on Optimism (chain id 10). */
export const idRegistryAddress = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
export const keyRegistryAddress = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'

/** Positions of the mappings in storage. */
export const ID_OF = 0
export const CUSTODY_OF = 1
export const KEY_DATA_OF = 0

/** `idOf(address) → uint256` and `custodyOf(uint256) → address`; an unknown one is zero. */
export const idRegistrySource = `
${dispatch({ idOf: '0xd94fe832', custodyOf: '0x65269e47' })}
idOf: ${requireArguments(1)} ${addressArgument(0)} ${mappingSlot(ID_OF)} SLOAD ${returnWord}
custodyOf: ${requireArguments(1)} ${argument(0)} ${mappingSlot(CUSTODY_OF)} SLOAD ${returnWord}
`

/**
 * `keyDataOf(uint256 fid, bytes key) → (uint8 state, uint32 keyType)`, for keys of one word (32 bytes) at the usual
 * offset. A word of storage holds the state in its lowest byte and the type above it.
 */
export const keyRegistrySource = `
${dispatch({ keyDataOf: '0xac34cc5a' })}
keyDataOf: ${requireArguments(4)}
  ${argument(1)} 0x40 EQ ISZERO @revert JUMPI          ; where the key begins
  ${argument(2)} 0x20 EQ ISZERO @revert JUMPI          ; its length
  ${argument(0)} ${mappingSlot(KEY_DATA_OF)} 0x20 MSTORE ${argument(3)} 0x00 MSTORE
  0x40 0x00 KECCAK256 SLOAD
  DUP1 0x08 SHR 0x20 MSTORE                            ; the type
  0xf8 SHL 0xf8 SHR 0x00 MSTORE                        ; the state
  0x40 0x00 RETURN
`
