/** Buying coins through a provider, as an entry of its own: it is loaded with the views for it. */

export { isCheckoutUrl } from '@latchkey/protocol/http'
export { tokenImageUrl } from '../assets/withPicture.ts'
export type { OnrampForm } from '../interfaces/OnrampForm.ts'
export * from './errors.ts'
export { isRestrictedHere } from './isRestrictedHere.ts'
export {
  checkAmount,
  currenciesHere,
  currencyOf,
  fetchOnrampOptions,
  fetchOnrampQuote,
  limitsOf,
  networkIn,
  onrampFormOf,
  providerOf,
  requireOnramp,
} from './onrampForm.ts'
export { type OnrampProvider, onrampProviders } from './providers.ts'
export { type Arrival, currencyImageUrl, purchaseUrl, waitForArrival } from './startPurchase.ts'
