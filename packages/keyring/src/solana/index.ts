export {
  deriveSolanaAccount,
  exportSolanaKey,
  readSolanaText,
  readSolanaTransaction,
  SOLANA_PATH,
  type SolanaAccount,
  signSolanaMessage,
  signSolanaTransaction,
} from './account.ts'
export { deriveEd25519Key } from './slip10.ts'
