import { activeAccount, activeNamespace, type Config, currentView, reset } from '@latchkey/core'

/**
 * Leads home from what is about an account once there is none: its wallet has ended the session, another tab has signed out,
 * or a sign-out has left a modal that stays in the page.
 *
 * @param isAboutAccount of a view's name
 * @returns how to stop
 */
export function leaveWithAccount(config: Config, isAboutAccount: (name: string) => boolean): () => void {
  const { accounts, modal, router } = config
  const look = () => {
    const isThere = modal.getState().open && isAboutAccount(currentView(router.getState()).name)
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
