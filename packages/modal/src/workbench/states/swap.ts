import type { Config, SwapForm, SwapQuote } from '@latchkey/core'
import { swapFormOf } from '@latchkey/core/swap'
import { pretendEmail } from '../pretend/pretendConnectors.ts'
import { PRETEND_SPENDER, type PretendSwaps } from '../pretend/pretendSwaps.ts'
import { MANY_TOKENS, SAMPLE_TOKENS } from '../pretend/sampleTokens.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenElementExists } from '../pretend/whenElementExists.ts'

const HUSD = SAMPLE_TOKENS[1]?.address
/** 1 221.5 dollars for half an ether. */
const GOOD = 1_221_500_000n

/** Signed in, with so much in the form. */
const written =
  (form: Partial<SwapForm> = {}, tokens = SAMPLE_TOKENS) =>
  (config: Config) => {
    signedIn(config, { tokenBalance: tokens })
    config.features.setState({ swaps: ['uniswap'] })
    swapFormOf(config).setState(form)
  }
const swapsOf = (more: Partial<PretendSwaps> = {}): PretendSwaps => ({
  tokens: SAMPLE_TOKENS,
  gives: [GOOD],
  ...more,
})
const base: ViewState = {
  below: [{ name: 'Account' }],
  tokens: SAMPLE_TOKENS,
  swaps: swapsOf(),
  prepare: written(),
}
const filled: Partial<SwapForm> = { fromId: 'native', toId: HUSD, amount: '0.5' }
const openSlippage = (root: ShadowRoot) => whenElementExists(root, 'summary', (summary) => summary.click())

export const swapStates: ViewStates = {
  default: base,
  filled: { ...base, prepare: written(filled) },
  fiat: { ...base, prepare: written({ ...filled, amount: '250', unit: 'fiat' }) },
  token: { ...base, prepare: written({ fromId: HUSD, toId: 'native', amount: '100' }) },
  reading: { ...base, swaps: swapsOf({ gives: ['never'] }), prepare: written(filled) },
  impact: { ...base, swaps: swapsOf({ priceImpact: '7.25' }), prepare: written(filled) },
  tooMuch: { ...base, prepare: written({ ...filled, amount: '9' }) },
  noRoute: { ...base, swaps: swapsOf({ gives: ['none'] }), prepare: written(filled) },
  failed: { ...base, swaps: swapsOf({ gives: ['fails', GOOD] }), prepare: written(filled) },
  slippage: { ...base, prepare: written({ ...filled, slippage: 600 }), play: openSlippage },
  declined: { ...base, prepare: written({ ...filled, error: { code: 4001 } }) },
  unsupported: { ...base, swaps: 'none' },
  restricted: {
    ...base,
    prepare: (config) => {
      written(filled)(config)
      config.features.setState({
        restrictedTimeZones: [new Intl.DateTimeFormat().resolvedOptions().timeZone],
      })
    },
  },
}

export const swapSelectTokenStates: ViewStates = {
  default: { ...base, below: [{ name: 'Account' }, { name: 'Swap' }], params: { side: 'to' } },
  many: { ...base, swaps: swapsOf({ tokens: MANY_TOKENS }), params: { side: 'from' } },
}

const quote = (more: Partial<SwapQuote> = {}): SwapQuote => ({
  ...{ provider: 'uniswap', fromId: 'native', toId: HUSD ?? '', fromAmount: 5n * 10n ** 17n, toAmount: GOOD },
  ...{ spender: PRETEND_SPENDER, impact: 4, fee: '0.3', gas: 185_000n },
  ...more,
})
const preview: ViewState = {
  ...base,
  below: [{ name: 'Account' }, { name: 'Swap' }],
  prepare: written({ ...filled, agreed: quote() }),
}
const given = quote({ fromId: HUSD ?? '', toId: 'native', fromAmount: 10n ** 8n, toAmount: 4n * 10n ** 16n })

export const swapPreviewStates: ViewStates = {
  default: preview,
  approval: {
    ...preview,
    // An account that makes no calls together.
    connectors: [pretendEmail({ request: async () => 'one by one' })],
    swaps: swapsOf({ gives: [4n * 10n ** 16n] }),
    prepare: written({ fromId: HUSD, toId: 'native', amount: '100', agreed: given }),
  },
  impact: { ...preview, prepare: written({ ...filled, agreed: quote({ impact: 725 }) }) },
  slippage: { ...preview, prepare: written({ ...filled, slippage: 900, agreed: quote() }) },
  worse: { ...preview, swaps: swapsOf({ gives: [GOOD - 40_000_000n] }) },
  refused: { ...preview, swaps: swapsOf({ refused: { status: 409, code: 4774 } }) },
  approving: { ...preview, prepare: written({ ...filled, agreed: quote(), step: 'approving' }) },
  swapping: { ...preview, prepare: written({ ...filled, agreed: quote(), step: 'swapping' }) },
  failed: { ...preview, prepare: written({ ...filled, agreed: quote(), error: { code: 1012 } }) },
}
