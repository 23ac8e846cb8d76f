/** Solana for a page: hand `solanaAdapter` to `createLatchkey` beside `evmAdapter`, and list its networks. */
export {
  defineSolanaNetwork,
  isSolanaAddress,
  solana,
  solanaAdapter,
  solanaDevnet,
  solanaLocal,
  solanaTestnet,
} from '@latchkey/chain-solana'
