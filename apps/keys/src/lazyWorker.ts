import { once } from '@latchkey/std/once'
import { VaultUnavailableError } from './errors/keysErrors.ts'
import type { Vault } from './vault/Vault.ts'
import { spawnWorker, type VaultPort, vaultOf } from './vault/workerPort.ts'
import workerUrl from './worker.ts?worker&url'

/**
 * The vault in its worker, which starts with the first call, or when it is told to: who is signed in is told without it, and
 * both would start on the same processors.
 *
 * @param ms how long a call to the worker may take; a worker that the browser refuses fails each call with
 *   VaultUnavailableError
 */
export function lazyWorker(ms = 10_000): { vault: Vault; start(): void } {
  const port = once(() => spawnWorker(workerUrl))
  const call: VaultPort['call'] = async (method, args) => port().call(method, args)
  const start = () => {
    try {
      port()
    } catch {
      // A browser that refuses it says so to whoever calls.
    }
  }
  return { vault: vaultOf({ call }, ms, () => new VaultUnavailableError()), start }
}
