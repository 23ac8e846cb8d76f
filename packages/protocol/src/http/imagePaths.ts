/** Spec 7: the icon of a wallet, a WebP of 96 × 96. */
export const WALLET_IMAGE_PATH = '/getWalletImage'
/** Spec 7: the mark of a network or a connector, a WebP of 96 × 96. */
export const ASSET_IMAGE_PATH = '/public/getAssetImage'
/** Spec 7: the mark of a token, a WebP of 96 × 96. Its id is that of a picture: it proves nothing of the token. */
export const TOKEN_IMAGE_PATH = '/public/getTokenImage'
