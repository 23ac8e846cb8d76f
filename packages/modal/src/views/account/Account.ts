import { lazyComponent } from '../../lazyComponent.tsx'

/** The account's view, whose code is loaded as soon as there is an account. */
export const Account = lazyComponent(() => import('./AccountView.tsx').then((module) => module.AccountView))
