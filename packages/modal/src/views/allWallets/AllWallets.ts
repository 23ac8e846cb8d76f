import { lazyComponent } from '../../lazyComponent.tsx'

/** The view of all wallets, whose code is loaded on first need. */
export const AllWallets = lazyComponent(() =>
  import('./AllWalletsView.tsx').then((module) => module.AllWalletsView),
)
