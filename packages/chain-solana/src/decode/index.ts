export { associatedAccountOf } from './associatedAccount.ts'
export { decodeInstruction } from './decodeInstruction.ts'
export { decodeTransaction } from './decodeTransaction.ts'
export type {
  AccountState,
  DecodedInstruction,
  DecodedStep,
  DecodedTransaction,
  Instruction,
  NamedAccount,
  TokenAuthority,
  TokenState,
} from './model.ts'
export {
  PERMANENT_DELEGATE,
  readLookupTable,
  readMint,
  readNonce,
  readTokenAccount,
  TRANSFER_FEE,
  TRANSFER_HOOK,
} from './networkState.ts'
export * from './programs.ts'
