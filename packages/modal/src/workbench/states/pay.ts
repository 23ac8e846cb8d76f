import type { Config, Payment, SwapQuote } from '@latchkey/core'
import { startPayment } from '@latchkey/core/pay'
import { PRETEND_SPENDER } from '../pretend/pretendSwaps.ts'
import { FRIEND } from '../pretend/pretendTransfers.ts'
import { SAMPLE_TOKENS } from '../pretend/sampleTokens.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'

const [ether, dollar, meadow] = SAMPLE_TOKENS
const DOLLAR = `0x${'a'.repeat(40)}`

/** Signed in, with a payment of so many dollars that is so far. */
const asked =
  (payment: Partial<Payment> = {}, amount = '12.5') =>
  (config: Config) => {
    signedIn(config, { tokenBalance: SAMPLE_TOKENS })
    config.features.setState({ pay: true, swaps: ['uniswap'] })
    const [network] = config.networks.getState().networks
    if (!network) return
    delete config.runtime.payment
    const store = startPayment(config, { network, token: DOLLAR, amount, recipient: FRIEND })
    store.setState({ step: 'choosing', wanted: dollar, units: 12_500_000n, ...payment })
  }

const direct: Partial<Payment> = { offers: dollar ? [dollar] : [], chosen: dollar }
const quote: SwapQuote = {
  ...{ provider: 'uniswap', fromId: 'native', toId: dollar?.address ?? '', spender: PRETEND_SPENDER },
  ...{ fromAmount: 103_000_000_000_000_000n, toAmount: 252_525_253n, impact: 4, fee: '0.3', gas: 185_000n },
}
const swapped: Partial<Payment> = {
  ...{ offers: ether && meadow ? [ether, meadow] : [], chosen: ether, units: 500_000_000n },
}
const base: ViewState = {
  tokens: SAMPLE_TOKENS,
  swaps: { tokens: SAMPLE_TOKENS, gives: [252_525_253n] },
  prepare: asked(direct),
}
const ended = (code: number): ViewState => ({
  ...base,
  prepare: asked({ ...direct, step: 'ended', error: { code } }),
})

export const payStates: ViewStates = {
  default: base,
  swap: { ...base, prepare: asked({ ...swapped, quote }, '500') },
  pricing: { ...base, prepare: asked(swapped, '500') },
  noPrice: { ...base, prepare: asked({ ...swapped, error: { code: 5251 } }, '500') },
  switching: { ...base, prepare: asked({ step: 'switching', wanted: undefined }) },
  switchFailed: { ...base, prepare: asked({ step: 'switching', wanted: undefined, error: { code: 5014 } }) },
  moved: { ...base, prepare: asked({ ...direct, step: 'switching', error: { code: 5289 } }) },
  reading: { ...base, prepare: asked({ step: 'reading', wanted: undefined }) },
  unread: { ...base, prepare: asked({ step: 'reading', wanted: undefined, error: { code: 5012 } }) },
  swapping: { ...base, prepare: asked({ ...swapped, quote, step: 'swapping' }, '500') },
  sending: { ...base, prepare: asked({ ...direct, step: 'sending' }) },
  confirming: { ...base, prepare: asked({ ...direct, step: 'confirming', hash: '0xab' }) },
  paid: { ...base, prepare: asked({ ...direct, step: 'paid', hash: '0xab' }) },
  declined: ended(5288),
  notEnough: ended(5283),
  reverted: ended(5285),
  late: ended(5286),
  swapFailed: ended(5287),
  failed: ended(1012),
  nothing: {
    ...base,
    prepare: (config) => {
      signedIn(config, { tokenBalance: SAMPLE_TOKENS })
      config.features.setState({ pay: true })
    },
  },
}
