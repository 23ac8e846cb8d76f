export {
  type Address,
  deriveEvmAccount,
  EVM_PATH,
  type EvmAccount,
  hashMessage,
  isAddress,
  privateKeyToAddress,
  signMessage,
} from './evm/account.ts'
export {
  type AccessList,
  type Eip1559Transaction,
  type LegacyTransaction,
  parseTransaction,
  type SignedTransaction,
  serializeUnsignedTransaction,
  signTransaction,
  type Transaction,
} from './evm/signTransaction.ts'
export type { TypedDataField, TypedDataStruct, TypedDataTypes, TypedDataValue } from './evm/signTypedData.ts'
export { hashTypedData, parseTypedData, signTypedData, type TypedData } from './evm/signTypedData.ts'
export { warmUp } from './evm/warmUp.ts'
export { type Kit, type KitHeader, openKit, parseKit, sealKit } from './kit.ts'
export { createRoot, splitRoot } from './newRoot.ts'
export { deriveSecp256k1Key } from './primitives/bip32.ts'
export * from './primitives/errors.ts'
export { bytesToHex, type Hex, hexToBytes, isHex } from './primitives/hex.ts'
export { type RandomBytes, ROOT_LENGTH, rootToMnemonic, rootToSeed } from './primitives/root.ts'
export { zeroize } from './primitives/zeroize.ts'
export {
  createRecoveryCode,
  formatRecoveryCode,
  parseRecoveryCode,
  RECOVERY_CODE_LENGTH,
} from './recoveryCode.ts'
export { importPrfOutput, passkeyKey, prfInput, recoveryCodeKey } from './recoveryKeys.ts'
export { combineRoot, SHARE_LENGTH } from './shares.ts'
