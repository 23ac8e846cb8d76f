export { MOST_SATOSHIS, SATOSHIS_PER_BITCOIN, toBitcoin, toSatoshis } from '../model/amounts.ts'
export { BITCOIN_CHAIN_IDS, type BitcoinChain, bitcoinChainOf } from '../model/chainIds.ts'
export * from '../model/errors.ts'
export { type AccountKind, type OwnScripts, ownerOf } from './account/accountKind.ts'
export { addressOf, isBitcoinAddress, onChain, scriptOf } from './account/addresses.ts'
export { isBitcoinSignature } from './message/verifyMessage.ts'
export { finishPsbt } from './psbt/finishPsbt.ts'
export { inputsToSign } from './psbt/inputsToSign.ts'
export {
  isSameTransaction,
  proveAmounts,
  type ReadInput,
  type ReadOutput,
  type ReadPsbt,
  readPsbt,
} from './psbt/readPsbt.ts'
export type { PsbtRefusal } from './psbt/refuse.ts'
export { type PsbtInputView, type PsbtOutputView, type PsbtView, viewPsbt } from './psbt/viewPsbt.ts'
export { type Coin, createTransfer, leastAmountTo, type TransferRequest } from './transfer/createTransfer.ts'
export {
  type ReplaceableTransfer,
  type ReplaceTransferRequest,
  readReplaceable,
  replaceTransfer,
  transactionsBefore,
} from './transfer/replaceTransfer.ts'
