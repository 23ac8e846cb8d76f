/** Which wallets are listed, and how one is asked: for the modal, and for a page that draws its own screen. */
export * from './directory/createCell.ts'
export { assetImageUrl, networkImageUrl } from './directory/imageUrl.ts'
export { type KnownWallets, keptWallets } from './directory/keptWallets.ts'
export * from './directory/walletRows.ts'
export { connectOrSignIn } from './headless/connectOrSignIn.ts'
