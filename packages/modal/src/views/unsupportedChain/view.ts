import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'

export const unsupportedChainView = defineView({
  name: 'UnsupportedChain',
  title: 'unsupported.title',
  component: lazyComponent(() =>
    import('../networks/networkViews.ts').then((module) => module.UnsupportedChainView),
  ),
})
