import type { AnyKeySigner, LazyKeySigner } from '../accounts/KeySigner.ts'
import { VaultUnavailableError } from '../errors/keysErrors.ts'

/** The signers of a vault. Those whose code comes later join once their namespace is wanted, and stay. */
export type SignerSet = {
  /** Those that there are and those of the namespaces, in the order of the registry. @throws VaultUnavailableError */
  load(namespaces?: readonly string[]): Promise<readonly AnyKeySigner[]>
  /** All of this build. @throws VaultUnavailableError */
  loadAll(): Promise<readonly AnyKeySigner[]>
}

/** Makes the set of one vault. A signer that did not load is tried again by the next call. */
export function createSignerSet(all: readonly (AnyKeySigner | LazyKeySigner)[]): SignerSet {
  const loaded = new Map<string, AnyKeySigner>()
  for (const one of all) if (!('load' in one)) loaded.set(one.namespace, one)
  const load = async (namespaces: readonly string[]) => {
    for (const one of all) {
      if (!('load' in one) || loaded.has(one.namespace) || !namespaces.includes(one.namespace)) continue
      const signer = await one.load().catch((cause: unknown) => {
        throw new VaultUnavailableError({ cause })
      })
      loaded.set(one.namespace, signer)
    }
    return all.flatMap(({ namespace }) => loaded.get(namespace) ?? [])
  }
  return {
    load: (namespaces = []) => load(namespaces),
    loadAll: () => load(all.map(({ namespace }) => namespace)),
  }
}
