import { type Config, currentView } from '@latchkey/core'

/**
 * Calls back when another view is shown than now, be it that of the sign-in which follows; and when this one is shown
 * again before it has faded, for then it is not made anew.
 */
export function onViewLeft({ router }: Config, leave: () => void, again: () => void): () => void {
  const entry = currentView(router.getState())
  const depth = router.getState().stack.length
  let isLeft = false
  return router.subscribe((state) => {
    const shown = currentView(state)
    if (isLeft && shown.name === entry.name && state.stack.length === depth) again()
    else if (!isLeft && shown !== entry) {
      isLeft = true
      leave()
    }
  })
}
