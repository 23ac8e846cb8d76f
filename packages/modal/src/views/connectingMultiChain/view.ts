import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { textParam } from '../../parts/viewParams.ts'

/** `rdns` of the wallet, or the id of a connector that serves several namespaces by itself. */
export type ConnectingMultiChainParams = { rdns: string }

export const connectingMultiChainView = defineView({
  name: 'ConnectingMultiChain',
  title: 'connecting.multiChainTitle',
  component: lazyComponent(() =>
    import('../connectingExternal/extensionViews.ts').then((module) => module.ConnectingMultiChainView),
  ),
  parse: (value): ConnectingMultiChainParams => ({ rdns: textParam(value, 'rdns') ?? '' }),
})
