import type { Config } from '@latchkey/core/connector'
import { type AnnouncedWallets, watchAnnouncements } from './watchAnnouncements.ts'
import { watchLegacy } from './watchLegacy.ts'

/**
 * Adds the wallets of this browser to the config as connectors, those that are there and those that come later:
 * EIP-6963 announcements, and `window.ethereum` for wallets that do not announce themselves. It asks no wallet for
 * anything. A server has no wallets.
 *
 * @param config `enableEIP6963` and `enableInjected` of its options turn each of the two off
 * @returns how to stop
 * @example
 * const stop = watchInjected(config)
 */
export function watchInjected(config: Config): () => void {
  if (typeof window === 'undefined') return () => undefined
  const { enableEIP6963 = true, enableInjected = true } = config.options
  let look = (): void => undefined
  const announced: AnnouncedWallets | undefined = enableEIP6963
    ? watchAnnouncements(config, () => look())
    : undefined
  if (!enableInjected) return () => announced?.stop()
  const legacy = watchLegacy(config, (provider, rdns) => announced?.has(provider, rdns) ?? false)
  look = legacy.look
  return () => {
    announced?.stop()
    legacy.stop()
  }
}
