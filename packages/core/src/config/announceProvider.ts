import type { Eip1193Provider } from '../interfaces/Provider.ts'

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
