import type { Eip1193Provider } from '@latchkey/core'
import { useConfig } from '../LatchkeyProvider.tsx'

/**
 * The EIP-1193 provider of the page. One config has one provider.
 *
 * @example
 * await useProvider().request({ method: 'eth_chainId' })
 */
export function useProvider(): Eip1193Provider {
  return useConfig().provider
}
