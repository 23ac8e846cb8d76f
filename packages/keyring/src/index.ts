export { createRoot, type RandomBytes } from './createRoot.ts'
export { type Address, isAddress, privateKeyToAddress } from './evm/address.ts'
export { deriveEvmAccount, EVM_PATH, type EvmAccount } from './evm/deriveEvmAccount.ts'
export {
  type AccessList,
  type Eip1559Transaction,
  type LegacyTransaction,
  parseTransaction,
  type Transaction,
} from './evm/parseTransaction.ts'
export { hashMessage, signMessage } from './evm/signMessage.ts'
export {
  type SignedTransaction,
  serializeUnsignedTransaction,
  signTransaction,
} from './evm/signTransaction.ts'
export { parseTypedData, type TypedData } from './evm/typedData/parseTypedData.ts'
export type { TypedDataField, TypedDataTypes } from './evm/typedData/parseTypes.ts'
export type { TypedDataStruct, TypedDataValue } from './evm/typedData/parseValue.ts'
export { hashTypedData, signTypedData } from './evm/typedData/signTypedData.ts'
export { warmUp } from './evm/warmUp.ts'
export { type Kit, type KitAccount, type KitHeader, openKit, parseKit, sealKit } from './kit.ts'
export { ROOT_LENGTH } from './primitives/assertRoot.ts'
export { deriveSecp256k1Key } from './primitives/bip32.ts'
export { rootToMnemonic, rootToSeed } from './primitives/bip39.ts'
export * from './primitives/errors.ts'
export { bytesToHex, type Hex, hexToBytes, isHex } from './primitives/hex.ts'
export { zeroize } from './primitives/zeroize.ts'
export {
  createRecoveryCode,
  formatRecoveryCode,
  parseRecoveryCode,
  RECOVERY_CODE_LENGTH,
} from './recoveryCode.ts'
export { importPrfOutput, passkeyKey, prfInput, recoveryCodeKey } from './recoveryKeys.ts'
export { combineRoot, type RecordedAddresses, SHARE_LENGTH } from './shares.ts'
export { splitRoot } from './splitRoot.ts'
