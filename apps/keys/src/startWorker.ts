import { once } from '@latchkey/std/once'
import { whenIdle } from '@latchkey/std/whenIdle'
import { VaultUnavailableError } from './errors/keysErrors.ts'
import type { Vault } from './vault/Vault.ts'
import { spawnWorker, vaultOf } from './vault/workerPort.ts'
import workerUrl from './worker.ts?worker&url'

/**
 * The vault in its worker, which starts with the first call, or when the browser is idle: who is signed in is told without
 * it, and both would start on the same processors.
 *
 * @param ms how long a call to the worker may take; a worker that the browser refuses fails each call with
 *   VaultUnavailableError
 */
export function startWorker(ms = 10_000): Vault {
  const port = once(() => spawnWorker(workerUrl))
  // A browser that refuses it says so to whoever calls.
  const start = async () => port()
  whenIdle(window, () => void start().catch(() => undefined))
  return vaultOf(
    { call: async (method, args) => (await start()).call(method, args) },
    ms,
    () => new VaultUnavailableError(),
  )
}
