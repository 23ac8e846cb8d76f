import { wrap } from 'comlink'
import { VaultUnavailableError } from './errors.ts'
import type { Vault } from './vault/Vault.ts'
import { type VaultPort, vaultOf } from './vault/workerPort.ts'
import workerUrl from './worker.ts?worker&url'

type ScriptUrlPolicy = { createScriptURL(url: string): string }
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy
}

/**
 * Starts the vault's worker. Under `require-trusted-types-for 'script'` its address must come from a named policy, and
 * this one, `latchkey-worker`, lets that single address pass.
 *
 * @param ms how long a call to the worker may take
 * @throws VaultUnavailableError when the browser refuses the worker
 */
export function startWorker(ms = 10_000): Vault {
  try {
    const worker = new Worker(trustedWorkerUrl(), { type: 'module', name: 'latchkey-vault' })
    const { call } = wrap<VaultPort>(worker)
    // Comlink's `call` is a proxy whose own `bind` would be a remote property: wrap it instead.
    return vaultOf({ call: (method, args) => call(method, args) }, ms, () => new VaultUnavailableError())
  } catch (cause) {
    throw new VaultUnavailableError({ cause })
  }
}

function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return workerUrl
  const policy = trustedTypes.createPolicy('latchkey-worker', {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new VaultUnavailableError()
      return url
    },
  })
  return policy.createScriptURL(workerUrl)
}
