/** Bitcoin for a page: hand `bitcoinAdapter` to `createLatchkey` beside `evmAdapter`, and list its networks. */
export {
  bitcoin,
  bitcoinAdapter,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
  bitcoinTestnet4,
  toBitcoin,
  toSatoshis,
} from '@latchkey/chain-bitcoin'
