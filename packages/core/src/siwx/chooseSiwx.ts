import type { Siwx } from '../interfaces/Siwx.ts'
import { BothSiwxOptionsError } from './BothSiwxOptionsError.ts'
import { fromSiweConfig, type SiweConfig } from './siweConfig.ts'

const browserPage = () => ({ host: location.host, origin: location.origin })

/**
 * The plug-in that a page set, by either option; undefined when it set none, or `siweConfig` is not enabled.
 *
 * @throws BothSiwxOptionsError 'Cannot set both `siweConfig` and `siwx` options' (spec 5)
 */
export function chooseSiwx(
  options: { siwx?: Siwx | undefined; siweConfig?: SiweConfig | undefined },
  page: () => { host: string; origin: string } = browserPage,
): Siwx | undefined {
  const { siwx, siweConfig } = options
  if (siwx && siweConfig) throw new BothSiwxOptionsError()
  if (siwx) return siwx
  return siweConfig && siweConfig.enabled !== false ? fromSiweConfig(siweConfig, page) : undefined
}
