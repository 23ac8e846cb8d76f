import {
  createOnrampUrl,
  getOnrampOptions,
  getOnrampQuote,
  InvalidRequestError,
  OnrampNotOfferedError,
  onrampOptionsQuery,
} from '@latchkey/protocol/http'
import type { OnrampProviderName } from '../config/onrampProviders.ts'
import { offeredOnramps } from '../config/ServiceConfig.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { type Caller, projectOf } from '../http/Call.ts'
import { type Routes, registerRoute, type Serving } from '../http/registerRoute.ts'
import { readQuery } from '../query/readQuery.ts'
import { isPublicAddress } from '../upstreams/guardedRequest.ts'
import { createOnramps } from '../upstreams/onramps/createOnramps.ts'

const serving: Serving = { audience: 'page', count: 'data' }
const posted: Serving = {
  ...serving,
  allowedHeaders: 'content-type',
  contentTypes: ['application/json', 'text/plain'],
}

/** The provider that is asked: the one that is named, if the project offers it, else its first. @throws OnrampNotOfferedError */
function providerOf({ config }: ServiceContext, call: Caller, name: string | undefined): OnrampProviderName {
  const offered = offeredOnramps(config, projectOf(call))
  const found = name === undefined ? offered[0] : offered.find((one) => one === name)
  if (!found) throw new OnrampNotOfferedError()
  return found
}

const idOf = (currency: string | { id: string }): string =>
  typeof currency === 'string' ? currency : currency.id

/** Spec 7, buying: what providers sell, for how much, and where. Their credentials stay in this service. */
export function addOnrampRoutes(routes: Routes): void {
  const { config, metrics } = routes.service
  const onramps = createOnramps(config, (chain, outcome) =>
    metrics.chainData.inc({ kind: 'onramp', chain, outcome }),
  )
  const query = Object.keys(onrampOptionsQuery().shape)
  registerRoute(routes, getOnrampOptions, { ...serving, query }, async (service, call) => {
    const { provider } = readQuery(onrampOptionsQuery(), call.query)
    return onramps.options(providerOf(service, call, provider))
  })
  registerRoute(routes, getOnrampQuote, posted, async (service, call) => {
    const { provider, purchaseCurrency, paymentCurrency, amount, network, paymentMethod } = call.body
    return onramps.quote(providerOf(service, call, provider), {
      purchaseCurrency: idOf(purchaseCurrency),
      paymentCurrency: idOf(paymentCurrency),
      ...{ amount, network, paymentMethod },
    })
  })
  registerRoute(routes, createOnrampUrl, posted, async (service, call) => {
    const { body, address } = call
    const name = providerOf(service, call, body.provider)
    if (!body.destinationWallets.every((wallet) => onramps.isPayable(name, wallet)))
      throw new InvalidRequestError({ data: { field: 'destinationWallets' } })
    const url = await onramps.checkoutUrl(name, {
      wallets: body.destinationWallets,
      network: body.defaultNetwork,
      fiatAmount: body.presetFiatAmount,
      fiatCurrency: body.fiatCurrency,
      cryptoAmount: body.presetCryptoAmount,
      partnerUserId: body.partnerUserId,
      clientIp: isPublicAddress(address) ? address : undefined,
    })
    return { url }
  })
}
