import { type BaseError, fromWire, toWire, type WireError } from '@latchkey/errors'
import { expose, wrap } from 'comlink'
import { VaultUnavailableError } from '../errors/keysErrors.ts'
import type { PanelVault } from './PanelVault.ts'
import type { Vault } from './Vault.ts'

/** What a call gives across the worker's edge: a value, or an error that keeps its code. */
export type Settled = { value: unknown } | { error: WireError }

/** The one function that the worker exposes: a literal method name and its arguments. */
export type VaultPort = { call(method: string, args: readonly unknown[]): Promise<Settled> }

const METHODS = [
  'create',
  'openTicket',
  'unlock',
  'recover',
  'recoverBy',
  'adoptJoin',
  'sign',
  'lock',
  'warmUp',
] as const satisfies readonly (keyof Vault)[]

/** What the vault of the account page's document does beside that. */
const PANEL_METHODS = [
  'enrol',
  'prove',
  'sealForJoin',
  'reveal',
  'makeKit',
] as const satisfies readonly Exclude<keyof PanelVault, keyof Vault>[]

type Call = (...args: never[]) => Promise<unknown>

/** The worker's side: runs methods of the list and no others, and lets no inner text out. */
export const servePort = (vault: Vault): VaultPort => serve(METHODS.map((name) => [name, vault[name]]))

/** The same in the worker of the account page's document. */
export const servePanelPort = (vault: PanelVault): VaultPort =>
  serve([...METHODS, ...PANEL_METHODS].map((name) => [name, vault[name]]))

function serve(list: readonly (readonly [string, Call])[]): VaultPort {
  const methods = new Map<string, Call>(list)
  return {
    async call(method, args) {
      try {
        const run = methods.get(method)
        if (!run) return { error: { code: VaultUnavailableError.code, message: 'Unknown method' } }
        return { value: await run(...(args as never[])) }
      } catch (error) {
        return { error: toWire(error) }
      }
    },
  }
}

/**
 * Answers the document that made this worker, which is its one peer. Once: WebKit (2.50) runs a worker's script again when a
 * later module imports from it, and a second vault that answers too knows no one-use key of the first.
 */
export function exposeOnce(port: VaultPort): void {
  const scope = globalThis as { latchkeyVault?: true }
  if (scope.latchkeyVault) return
  scope.latchkeyVault = true
  expose(port)
}

/**
 * The document's side: a `Vault` whose calls settle within `ms` whatever the worker does.
 *
 * @param tooLate makes the error of a worker that does not answer
 */
export function vaultOf(port: VaultPort, ms: number, tooLate: () => BaseError): Vault {
  // Both ends are one build of one origin: the values have the types that the vault gave them.
  return callers(METHODS, port, ms, tooLate) as unknown as Vault
}

/** The same for the account page's document. */
export function panelVaultOf(port: VaultPort, ms: number, tooLate: () => BaseError): PanelVault {
  return callers([...METHODS, ...PANEL_METHODS], port, ms, tooLate) as unknown as PanelVault
}

function callers(
  names: readonly string[],
  port: VaultPort,
  ms: number,
  tooLate: () => BaseError,
): Record<string, (...args: readonly unknown[]) => Promise<unknown>> {
  const call = (method: string, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => reject(tooLate()), ms)
      port.call(method, args).then(
        (settled) => {
          clearTimeout(timer)
          if ('error' in settled) reject(fromWire(settled.error))
          else resolve(settled.value)
        },
        () => {
          clearTimeout(timer)
          reject(tooLate())
        },
      )
    })
  return Object.fromEntries(names.map((name) => [name, (...args: readonly unknown[]) => call(name, args)]))
}

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
