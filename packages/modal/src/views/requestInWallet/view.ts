import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'

/** Core opens it while a request waits in an app of this phone, and leaves it when that is answered. */
export const requestInWalletView = defineView({
  name: 'RequestInWallet',
  title: 'inWallet.title',
  component: lazyComponent(() =>
    import('./RequestInWalletView.tsx').then((module) => module.RequestInWalletView),
  ),
})
