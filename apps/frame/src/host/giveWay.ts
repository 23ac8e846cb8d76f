import type { Handlers } from '@latchkey/bridge'
import type { Contract } from '@latchkey/protocol'
import type { Frame } from '../context/Frame.ts'

/** What the build tells the window when a part of the wallet did not load. */
const PART_LOST = 'vite:preloadError'

/**
 * A page stays open for days, and an upgrade of the service takes away the files of the build before: what this document has
 * not loaded by then never comes. So once a part is lost, no call runs and nothing is shown, the document gives way to one of today's build: the
 * host opens that with its next call. Without a network nothing would come in its place, so it stays.
 *
 * @returns the handlers to serve
 */
export function giveWay<C extends Contract>(
  window: Pick<Window, 'addEventListener' | 'navigator' | 'setTimeout'>,
  handlers: Handlers<C>,
  { store, reload }: Pick<Frame, 'store' | 'reload'>,
): Handlers<C> {
  let running = 0
  let isLost = false
  const leave = () => {
    if (running === 0 && store.getState().screen.name === 'none') reload()
  }
  // A task later, so that the answer of the last call is on its way.
  const check = () => void (isLost && window.setTimeout(leave))
  store.subscribe(check)
  window.addEventListener(PART_LOST, () => {
    isLost ||= window.navigator.onLine
    check()
  })
  type Handle = (params: unknown, context: unknown) => unknown
  const counted = Object.entries<Handle>(handlers as never).map(([name, handle]) => [
    name,
    async (params: unknown, context: unknown) => {
      running++
      try {
        return await handle(params, context)
      } finally {
        running--
        check()
      }
    },
  ])
  return Object.fromEntries(counted) as Handlers<C>
}
