import { type BaseError, fromWire, toWire, type WireError } from '@latchkey/errors'
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
  'sign',
  'lock',
  'warmUp',
] as const satisfies readonly (keyof Vault)[]

/** The worker's side: runs methods of the list and no others, and lets no inner text out. */
export function servePort(vault: Vault): VaultPort {
  const methods = new Map<string, (...args: never[]) => Promise<unknown>>(
    METHODS.map((name) => [name, vault[name]]),
  )
  return {
    async call(method, args) {
      try {
        const run = methods.get(method)
        if (!run) return { error: { code: 3110, message: 'Unknown method' } }
        return { value: await run(...(args as never[])) }
      } catch (error) {
        return { error: toWire(error) }
      }
    },
  }
}

/**
 * The document's side: a `Vault` whose calls settle within `ms` whatever the worker does.
 *
 * @param tooLate makes the error of a worker that does not answer
 */
export function vaultOf(port: VaultPort, ms: number, tooLate: () => BaseError): Vault {
  const call = (method: keyof Vault, args: readonly unknown[]) =>
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
  // Both ends are one build of one origin: the values have the types that the vault gave them.
  const method = <K extends keyof Vault>(name: K) =>
    ((...args: readonly unknown[]) => call(name, args)) as unknown as Vault[K]
  return {
    create: method('create'),
    openTicket: method('openTicket'),
    unlock: method('unlock'),
    recover: method('recover'),
    sign: method('sign'),
    lock: method('lock'),
    warmUp: method('warmUp'),
  }
}
