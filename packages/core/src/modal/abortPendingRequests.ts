import type { Config } from '../interfaces/Config.ts'

/** The one routine that rejects unsafe requests that wait for a person ('Request was aborted', spec 4). */
export function abortPendingRequests(config: Config): void {
  for (const pending of [...config.runtime.pendingRequests]) pending.abort()
}
