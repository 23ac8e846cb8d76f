import type { OnrampProviderName } from '../../config/onrampProviders.ts'
import { isCoinbaseKey } from '../../upstreams/onramps/createCoinbase.ts'
import { createOnramps } from '../../upstreams/onramps/createOnramps.ts'
import { type Diagnosis, type Finding, fail, ok, warn } from './Diagnosis.ts'

/** Whether every provider for buying answers, and sells anything on the networks of the service. */
export async function checkOnramps({ config }: Pick<Diagnosis, 'config'>): Promise<Finding[]> {
  const { onramps = {}, projects } = config
  const onrampsOf = createOnramps(config, () => undefined)
  const check = async (name: OnrampProviderName): Promise<Finding> => {
    const id = `onramp.${name}`
    const fix = `Correct ONRAMP_PROVIDERS.${name}.`
    if (name === 'coinbase' && !isCoinbaseKey(onramps.coinbase?.privateKey ?? ''))
      return fail(id, 'The private key for Coinbase is no key.', fix)
    if (name === 'sandbox' && projects.some(({ mode }) => mode === 'production'))
      return warn(id, 'The sandbox for buying takes no money and is meant for development.', fix)
    const options = await onrampsOf.options(name).catch(() => null)
    if (!options)
      return warn(id, `${name} does not say what it sells.`, `${fix} See whether it can be reached.`)
    const { length } = options.purchaseCurrencies
    return length > 0
      ? ok(id, `${name} sells ${length} coin(s) on the networks of this service.`)
      : warn(id, `${name} sells nothing on the networks of this service.`, 'Take it out of ONRAMP_PROVIDERS.')
  }
  return Promise.all((Object.keys(onramps) as OnrampProviderName[]).map(check))
}
