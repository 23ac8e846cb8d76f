import { VaultUnavailableError } from './errors/keysErrors.ts'
import type { Vault } from './vault/Vault.ts'
import { spawnWorker, vaultOf } from './vault/workerPort.ts'
import workerUrl from './worker.ts?worker&url'

/**
 * Starts the vault's worker.
 *
 * @param ms how long a call to the worker may take
 * @throws VaultUnavailableError when the browser refuses the worker
 */
export const startWorker = (ms = 10_000): Vault =>
  vaultOf(spawnWorker(workerUrl), ms, () => new VaultUnavailableError())
