import { lazyComponent } from '../../lazyComponent.tsx'

/** The view that asks a wallet of this browser, whose code is loaded on first need. */
export const ConnectingExternal = lazyComponent(() =>
  import('./extensionViews.ts').then((module) => module.ConnectingExternalView),
)
