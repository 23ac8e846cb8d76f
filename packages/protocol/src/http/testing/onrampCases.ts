import * as http from '../index.ts'

const quote = { purchaseCurrency: 'ETH', paymentCurrency: 'EUR', amount: '49.90' }
const wallet = { address: `0x${'a'.repeat(40)}`, blockchains: ['ethereum'], assets: ['ETH'] }

/** Buying: what is asked of a provider, and the page that it is paid on. */
export const onrampCases = [
  { route: http.getOnrampOptions, line: 'GET /v1/onramp/options none' },
  {
    route: http.getOnrampQuote,
    line: 'POST /v1/onramp/quote none',
    good: [quote, { ...quote, network: 'ethereum', paymentMethod: 'card', provider: 'coinbase' }],
    bad: [
      {},
      { ...quote, amount: '0' },
      { ...quote, amount: '-1' },
      { ...quote, amount: 1 },
      { ...quote, paymentCurrency: 'euro' },
      { ...quote, purchaseCurrency: '<b>' },
      { ...quote, provider: '../admin' },
      { ...quote, fee: '0' },
    ],
  },
  {
    route: http.createOnrampUrl,
    line: 'POST /v1/generators/onrampurl none',
    good: [
      { destinationWallets: [wallet] },
      { destinationWallets: [wallet], defaultExperience: 'buy', presetFiatAmount: '20', fiatCurrency: 'EUR' },
    ],
    bad: [
      {},
      { destinationWallets: [] },
      { destinationWallets: [{ ...wallet, address: 'javascript:alert(1)' }] },
      { destinationWallets: [{ ...wallet, blockchains: [] }] },
      { destinationWallets: [wallet], defaultExperience: 'send' },
      { destinationWallets: [wallet], presetCryptoAmount: '0' },
      { destinationWallets: [wallet], redirect: 'https://evil.example' },
    ],
  },
]
