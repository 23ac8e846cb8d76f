import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'

export const connectingWalletConnectBasicView = defineView({
  name: 'ConnectingWalletConnectBasic',
  title: 'connecting.title',
  component: lazyComponent(() =>
    import('../connectingWalletConnect/pairingViews.ts').then(
      (module) => module.ConnectingWalletConnectBasicView,
    ),
  ),
})
