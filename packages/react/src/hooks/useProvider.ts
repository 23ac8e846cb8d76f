import type { PageProvider } from '@latchkey/core'
import { useConfig } from '../LatchkeyProvider.tsx'

/**
 * The EIP-1193 provider of the page. One config has one provider.
 *
 * @example
 * await useProvider().request({ method: 'eth_chainId' })
 */
export function useProvider(): PageProvider {
  return useConfig().provider
}
