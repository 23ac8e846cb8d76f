import { wrap } from 'comlink'
import { VaultUnavailableError } from '../errors/keysErrors.ts'
import type { VaultPort } from './workerPort.ts'

type ScriptUrlPolicy = { createScriptURL(url: string): string }
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy
}

/**
 * Starts a vault's worker. Under `require-trusted-types-for 'script'` its address must come from a named policy, and this
 * one, `latchkey-worker`, lets that single address pass.
 *
 * @throws VaultUnavailableError when the browser refuses the worker
 */
export function spawnWorker(url: string): VaultPort {
  try {
    const worker = new Worker(trustedUrl(url), { type: 'module', name: 'latchkey-vault' })
    const { call } = wrap<VaultPort>(worker)
    // Comlink's `call` is a proxy whose own `bind` would be a remote property: wrap it instead.
    return { call: (method, args) => call(method, args) }
  } catch (cause) {
    throw new VaultUnavailableError({ cause })
  }
}

function trustedUrl(only: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return only
  const policy = trustedTypes.createPolicy('latchkey-worker', {
    createScriptURL: (url) => {
      if (url !== only) throw new VaultUnavailableError()
      return url
    },
  })
  return policy.createScriptURL(only)
}
