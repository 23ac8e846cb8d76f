import { activeAccount, activeNamespace, type Config, currentView, reset } from '@latchkey/core'
import type { ViewName } from './navigate.ts'

/** They say nothing without an account. A payment that ends with it says so itself. */
const ABOUT_ACCOUNT: ReadonlySet<string> = new Set<ViewName>([
  'Account',
  'AccountSettings',
  'AccountType',
  'Buy',
  'BuyInProgress',
  'OnRampFiatSelect',
  'OnRampProviders',
  'OnRampTokenSelect',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
  'Swap',
  'SwapPreview',
  'SwapSelectToken',
  'WalletReceive',
  'WalletSend',
  'WalletSendPreview',
  'WalletSendSelectToken',
])

/**
 * Leads home from what is about an account once there is none: its wallet has ended the session, another tab has signed out,
 * or a sign-out has left a modal that stays in the page. Returns how to stop.
 */
export function leaveWithAccount(config: Config): () => void {
  const { accounts, modal, router } = config
  const look = () => {
    const isThere = modal.getState().open && ABOUT_ACCOUNT.has(currentView(router.getState()).name)
    if (isThere && activeAccount(config).status === 'disconnected')
      reset(config, { name: config.runtime.homeView() })
  }
  const stops = [
    accounts.subscribe((_, { byNamespace }) => {
      const isGone = byNamespace[activeNamespace(config)]?.address && !activeAccount(config).address
      // The page may turn to the account of another namespace in the same step.
      if (isGone) queueMicrotask(look)
    }),
    // A step back from what lay over it.
    router.subscribe(({ direction }) => {
      if (direction === 'prev') queueMicrotask(look)
    }),
  ]
  // It has been loaded only now.
  look()
  return () => {
    for (const stop of stops) stop()
  }
}
