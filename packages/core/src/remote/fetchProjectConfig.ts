import { getProjectConfig } from '@latchkey/protocol/http'
import type { Config, Features } from '../interfaces/Config.ts'
import { askService } from './askService.ts'
import {
  defaultFeatures,
  isWalletConnectAlone,
  keepFeatures,
  knownFeatures,
  noFeatures,
} from './knownFeatures.ts'
import { mergeFeatures } from './mergeFeatures.ts'

/**
 * Which features this page offers: the operator's configuration where there is one, as it is now or was last, else the
 * page's own settings, else the defaults (spec 6). It tries twice, 5 s each at most, and never rejects. Overruled
 * settings of the page are named in one warning on the console. An answer is kept for the next visit.
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
  if (answer.kind !== 'reply') return knownFeatures(config, local)
  const { features, ignored } = mergeFeatures(local, defaultFeatures, answer.reply.features)
  keepFeatures(config, features)
  if (ignored.length > 0)
    console.warn(
      `Latchkey: the project's configuration decides about ${ignored.join(', ')}; the page's own setting is ignored.`,
    )
  return features
}
