import type { Handlers } from '@latchkey/bridge'
import type { Contract } from '@latchkey/protocol'
import { lazy } from '@latchkey/std/lazy'
import type { EndedCall } from './callLog.ts'

/**
 * Keeps in the frame which of its methods the host has called, how long each took and with what code it failed; no params and
 * no result. The log's code is loaded with its first entry.
 *
 * @param search of the frame's address, which says whether there is a log, and of what level
 * @returns the handlers to serve, and what reads the log
 */
export function logCalls<C extends Contract>(
  handlers: Handlers<C>,
  search: string,
): { handlers: Handlers<C>; readLog: () => Promise<string> } {
  const log = lazy(async () => (await import('./callLog.ts')).createCallLog(search))
  const readLog = async () => (await log()).text()
  if (!search.includes('enableLogger=true')) return { handlers, readLog }
  const add = (call: EndedCall) =>
    void log().then(
      (kept) => kept.add(call),
      () => undefined,
    )
  type Handle = (params: unknown, context: unknown) => unknown
  const follow = (name: string, handle: Handle) => async (params: unknown, context: unknown) => {
    const began = Date.now()
    try {
      const result = await handle(params, context)
      // Only a level that the page has asked for keeps what works.
      if (search.includes('logLevel')) add({ name, began, ended: Date.now() })
      return result
    } catch (error) {
      add({ name, began, ended: Date.now(), error })
      throw error
    }
  }
  const logged = Object.entries<Handle>(handlers as never).map(([name, handle]) => [
    name,
    follow(name, handle),
  ])
  return { handlers: Object.fromEntries(logged) as Handlers<C>, readLog }
}
