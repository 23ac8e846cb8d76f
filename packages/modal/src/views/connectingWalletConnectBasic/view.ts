import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'

export const connectingWalletConnectBasicView = defineView({
  name: 'ConnectingWalletConnectBasic',
  title: 'connecting.title',
  legal: 'first',
  component: lazyComponent(() =>
    import('./ConnectingWalletConnectBasicView.tsx').then(
      (module) => module.ConnectingWalletConnectBasicView,
    ),
  ),
})
