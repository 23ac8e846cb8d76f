import { getProjectConfig } from '@latchkey/protocol/http'
import type { Config, Features } from '../interfaces/Config.ts'
import { askService } from './askService.ts'
import { defaultFeatures, mergeFeatures, noFeatures } from './mergeFeatures.ts'

const isWalletConnectAlone = ({ options }: Config): boolean =>
  options.basic === true || options.manualWCControl === true

/**
 * Which features this page offers: the operator's configuration where there is one, else the page's own settings, else
 * the defaults (spec 6). It tries twice, 5 s each at most, and never rejects. Overruled settings of the page are
 * named in one warning on the console.
 *
 * @param parameters `local` default: what the page set; `timeout` of each try in ms
 * @example
 * config.features.setState(await fetchProjectConfig(config))
 */
export async function fetchProjectConfig(
  config: Config,
  parameters: { local?: Partial<Features>; timeout?: number } = {},
): Promise<Features> {
  const { local = config.options.features ?? {}, timeout } = parameters
  if (isWalletConnectAlone(config)) return noFeatures(local)
  const answer = await askService(config, getProjectConfig, {
    retries: 1,
    ...(timeout === undefined ? {} : { timeout }),
  })
  const remote = answer.kind === 'reply' ? answer.reply.features : undefined
  const { features, ignored } = mergeFeatures(local, defaultFeatures, remote)
  if (ignored.length > 0)
    console.warn(
      `Latchkey: the project's configuration decides about ${ignored.join(', ')}; the page's own setting is ignored.`,
    )
  return features
}
