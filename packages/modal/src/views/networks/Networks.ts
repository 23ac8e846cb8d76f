import { lazyComponent } from '../../lazyComponent.tsx'

/** The view of the networks, whose code is loaded on first need. */
export const Networks = lazyComponent(() => import('./networkViews.ts').then((module) => module.NetworksView))
