/** Collectibles of an account, as an entry of its own: it is loaded with the view for them. */
export * from './errors.ts'
export { fetchNfts, type Nft } from './fetchNfts.ts'
