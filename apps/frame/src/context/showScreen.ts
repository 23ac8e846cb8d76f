import { UserRejectedError } from '@latchkey/protocol/frame'
import type { Frame, ScreenState } from './Frame.ts'

export type ScreenEnd<T> = {
  /**
   * The person is done.
   *
   * @param next another screen follows at once: this one stays until then
   */
  resolve(value: T, next?: boolean): void
  reject(error: unknown): void
}

/**
 * Shows a screen until it is done with. It settles once, and takes away no screen but its own.
 *
 * @param make makes the screen
 * @param onEnd stops what runs behind the screen, however it ends
 * @throws UserRejectedError when the host takes the screen away, or another one takes its place
 */
export function showScreen<T>(
  frame: Frame,
  signal: AbortSignal,
  make: (end: ScreenEnd<T>) => ScreenState,
  onEnd: () => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UserRejectedError())
    const { store } = frame
    let shown: ScreenState | undefined
    let ended = false
    const end = (settle: () => void, next = false) => {
      if (ended) return
      ended = true
      unsubscribe()
      signal.removeEventListener('abort', onAbort)
      if (!next && shown && store.getState().screen === shown) store.setState({ screen: { name: 'none' } })
      onEnd()
      settle()
    }
    const fail = (error: unknown) => end(() => reject(error))
    const onAbort = () => fail(new UserRejectedError())
    // A later prompt takes the screen over: the earlier one must not wait for ever.
    const unsubscribe = store.subscribe(() => {
      if (shown && store.getState().screen !== shown) fail(new UserRejectedError())
    })
    signal.addEventListener('abort', onAbort)
    const made = make({ resolve: (value, next) => end(() => resolve(value), next), reject: fail })
    if (ended) return
    shown = made
    store.setState({ screen: made })
  })
}
