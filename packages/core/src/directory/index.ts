/** The wallet directory of the service (spec 7), as an entry of its own: it is loaded when the modal opens first. */
export * from './createDirectory.ts'
export {
  DirectoryAnswerError,
  DirectoryRefusedError,
  DirectoryTimeoutError,
  DirectoryUnreachableError,
} from './errors.ts'
export { fetchWallets, type WalletsPage, type WalletsQuestion } from './fetchWallets.ts'
export { type KnownWallets, keepWallets } from './keptWallets.ts'
