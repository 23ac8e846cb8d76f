import { type Config, close, currentView, goBack } from '@latchkey/core'
import { findView } from './views/index.ts'

/** There is a view below, and the one on top may be left for it. */
export function canGoBack({ router }: Config): boolean {
  const state = router.getState()
  return state.stack.length > 1 && (findView(currentView(state).name)?.back ?? true)
}

/** Escape: one step back from a nested step that is safe to leave, else close. */
export function leaveView(config: Config): void {
  if (canGoBack(config)) goBack(config)
  else close(config)
}
