import type { Config } from '@latchkey/core'
import { onrampFormOf } from '@latchkey/core/onramp'
import { SAMPLE_QUOTE } from '../pretend/pretendOnramp.ts'
import { SAMPLE_TOKENS } from '../pretend/sampleTokens.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'

const PROVIDERS = ['coinbase', 'meld']

const buying =
  (form: object = {}, onramp: readonly string[] = PROVIDERS, restrictedTimeZones: readonly string[] = []) =>
  (config: Config) => {
    config.features.setState({ onramp, restrictedTimeZones })
    signedIn(config)
    onrampFormOf(config).setState(form)
  }
const base: ViewState = {
  below: [{ name: 'Account' }],
  tokens: SAMPLE_TOKENS,
  onramp: { quote: SAMPLE_QUOTE },
  prepare: buying(),
}
const deeper: ViewState = { ...base, below: [{ name: 'Account' }, { name: 'Buy' }] }
const hereAsWell = () => [new Intl.DateTimeFormat().resolvedOptions().timeZone]
/** The operator has turned buying off in this time zone. */
const restricted = (config: Config) => buying({}, PROVIDERS, hereAsWell())(config)

export const buyStates: ViewStates = {
  default: base,
  oneProvider: { ...base, prepare: buying({}, ['sandbox']) },
  quoteLoading: { ...base, onramp: {} },
  optionsLoading: { below: base.below ?? [], prepare: buying() },
  tooLittle: { ...base, prepare: buying({ amount: '5' }) },
  noAmount: { ...base, prepare: buying({ amount: '' }) },
  refused: { ...base, onramp: { quote: 'refused' } },
  providerDown: { ...base, onramp: 'fails' },
  nothingSold: { ...base, onramp: { coins: [] } },
  notOffered: { ...base, prepare: buying({}, []) },
  restricted: { ...base, prepare: restricted },
}
export const onrampProvidersStates: ViewStates = { default: deeper }
export const fiatSelectStates: ViewStates = {
  default: deeper,
  many: {
    ...deeper,
    onramp: {
      quote: SAMPLE_QUOTE,
      fiats: ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'BRL', 'INR', 'MXN'],
    },
  },
}
export const onrampTokenStates: ViewStates = {
  default: deeper,
  nothingSold: { ...deeper, onramp: { coins: [] } },
  restricted: { ...deeper, prepare: restricted },
}
export const buyInProgressStates: ViewStates = {
  default: deeper,
  blocked: { ...deeper, params: { url: 'https://pay.example/checkout' } },
}
