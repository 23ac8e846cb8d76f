import type { Eip1193Provider } from '@latchkey/core/connector'

/** A wallet of this browser, as it was found on the page. What it says of itself is checked for form, not for truth. */
export type InjectedWallet = {
  /** Of the connector. */
  id: string
  name: string
  /** A `data:` URI; only ever shown by `<img>`. */
  icon?: string
  rdns?: string
  /** `ANNOUNCED` by EIP-6963, `INJECTED` when it was found at `window.ethereum`. */
  type: 'ANNOUNCED' | 'INJECTED'
  provider: ProviderCell
  /** Whether another wallet of this page gives itself the same id: then nobody can tell which one was used before. */
  isAmbiguous?: () => boolean
}

/** Old providers may lack events. */
export type PageProvider = Pick<Eip1193Provider, 'request'> &
  Partial<Pick<Eip1193Provider, 'on' | 'removeListener'>>

/** Holds the provider of one wallet, which the wallet may exchange for a new one. */
export type ProviderCell = {
  get(): PageProvider
  replace(provider: PageProvider): void
  /** Calls the listener after each exchange, with the provider that was there before; returns how to stop. */
  onReplace(listener: (before: PageProvider) => void): () => void
}

/**
 * Makes the holder of a provider.
 *
 * @example
 * injected({ id: 'mine', name: 'Mine', type: 'INJECTED', provider: providerCell(window.ethereum) })
 */
export function providerCell(provider: PageProvider): ProviderCell {
  let current = provider
  const listeners = new Set<(before: PageProvider) => void>()
  return {
    get: () => current,
    replace(next) {
      if (next === current) return
      const before = current
      current = next
      for (const listener of [...listeners]) listener(before)
    },
    onReplace(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
