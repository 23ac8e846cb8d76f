/** Code of what a page without a WalletConnect connector is told; 8000–8099 are the modal's own. */
export const WALLET_CONNECT_MISSING = 8000

/** Spec 8: nothing on this page can pair. */
export const walletConnectMissing = (): Error =>
  Object.assign(new Error('WalletConnectConnector not found'), { code: WALLET_CONNECT_MISSING })
