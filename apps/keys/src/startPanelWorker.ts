import { VaultUnavailableError } from './errors/keysErrors.ts'
import workerUrl from './panelWorker.ts?worker&url'
import type { PanelVault } from './vault/PanelVault.ts'
import { panelVaultOf, spawnWorker } from './vault/workerPort.ts'

/**
 * Starts the vault's worker of the account page's document, which does more than the other.
 *
 * @param ms how long a call to the worker may take
 * @throws VaultUnavailableError when the browser refuses the worker
 */
export const startPanelWorker = (ms = 10_000): PanelVault =>
  panelVaultOf(spawnWorker(workerUrl), ms, () => new VaultUnavailableError())
