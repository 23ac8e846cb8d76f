import type { Config } from '../interfaces/Config.ts'
import type { PageProvider } from '../interfaces/Provider.ts'

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
