import type { Config } from '../interfaces/Config.ts'
import type { Eip1193Provider, PageProvider } from '../interfaces/Connector.ts'

/**
 * The page's provider: that of its first adapter which brings one. Without one it has no events and refuses every request
 * with 4900.
 *
 * @example
 * const provider = createProvider(config)
 * const [account] = await provider.request({ method: 'eth_requestAccounts' })
 */
export function createProvider(config: Config): PageProvider {
  const adapters = Object.values(config.adapters)
  return adapters.find((adapter) => adapter.createProvider)?.createProvider?.(config) ?? emptyProvider()
}

function emptyProvider(): PageProvider {
  const same = () => provider
  const provider: PageProvider = {
    async request() {
      throw Object.assign(new Error('No adapter brings a provider.'), { code: 4900 })
    },
    on: same,
    once: same,
    removeListener: same,
    off: same,
    removeAllListeners: same,
  }
  return provider
}

export type ProviderInfo = { uuid: string; name: string; icon: string; rdns: string }

/**
 * Announces a provider to the page (EIP-6963), now and whenever a page asks. Returns how to stop.
 *
 * @param info `uuid` v4 of this page load; `icon` a data URI; `rdns` a reversed domain name
 */
export function announceProvider(provider: Eip1193Provider, info: ProviderInfo): () => void {
  if (typeof window === 'undefined') return () => undefined
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => window.removeEventListener('eip6963:requestProvider', announce)
}
