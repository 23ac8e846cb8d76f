import { lazyComponent } from '../../lazyComponent.tsx'

/** The view that pairs with a wallet, whose code is loaded on first need. */
export const ConnectingWalletConnect = lazyComponent(() =>
  import('./ConnectingWalletConnectView.tsx').then((module) => module.ConnectingWalletConnectView),
)
