import type { Client } from './createClient.ts'

type Check = (...args: readonly unknown[]) => unknown

/** Whoever waits for it still hears why it failed. */
function handled(result: unknown): unknown {
  if (result instanceof Promise) result.catch(() => undefined)
  return result
}

/**
 * The client checks what a wallet sends by promises that it does not wait for (2.21.8). What they refuse, such as the end
 * of a session that has ended already, would be told to the page as a rejection without a handler.
 */
export function mendEngine({ engine }: Pick<Client, 'engine'>): void {
  for (const [name, check] of Object.entries(engine)) {
    if (!name.startsWith('isValid') || typeof check !== 'function') continue
    Object.assign(engine, { [name]: (...args: readonly unknown[]) => handled((check as Check)(...args)) })
  }
}
