/** The wallet directory of the service (spec 7), as an entry of its own: it is loaded when the modal opens first. */
export type { WalletsQuestion } from './directoryQuery.ts'
export {
  DirectoryAnswerError,
  DirectoryRefusedError,
  DirectoryTimeoutError,
  DirectoryUnreachableError,
} from './errors.ts'
export { fetchWallets, type WalletsPage } from './fetchWallets.ts'
export { networkImageUrl, walletImageUrl } from './imageUrls.ts'
