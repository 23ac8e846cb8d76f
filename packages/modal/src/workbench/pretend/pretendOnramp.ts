import { never } from './pretendConnectors.ts'

/** What a provider for buying answers. `quote` absent: nothing yet. */
export type PretendOnramp = {
  fiats?: readonly string[]
  coins?: readonly [string, string][]
  quote?: object | 'refused'
}

const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const COINS: readonly [string, string][] = [
  ['ETH', 'Ether'],
  ['USDC', 'USD Coin'],
]

/** A quote for a hundred dollars. */
export const SAMPLE_QUOTE = {
  fees: { amount: '1.5', currency: 'USD' },
  subtotal: { amount: '98.5', currency: 'USD' },
  total: { amount: '100', currency: 'USD' },
  purchaseAmount: { amount: '0.0394', currency: 'ETH' },
  quoteId: 'sample',
}

/** Answers as the service does. */
export async function answerOnramp(
  onramp: PretendOnramp | 'fails' | undefined,
  path: string,
): Promise<Response> {
  if (onramp === undefined) return never()
  if (onramp === 'fails') return new Response(null, { status: 503 })
  const { fiats = ['USD', 'EUR', 'GBP', 'JPY'], coins = COINS, quote } = onramp
  if (path.endsWith('/options'))
    return Response.json({
      paymentCurrencies: fiats.map((id) => ({ id, payment_method_limits: limits })),
      purchaseCurrencies: coins.map(([symbol, name], index) => ({
        ...{ id: symbol, name, symbol },
        networks: [
          {
            ...{ name: 'ethereum', display_name: 'Ethereum', chain_id: '1' },
            contract_address: index === 0 ? '' : `0x${'a'.repeat(39)}${index}`,
          },
        ],
      })),
    })
  if (quote === undefined) return never()
  if (quote === 'refused')
    return Response.json(
      { error: { code: 4742, message: 'The provider does not sell that.' } },
      { status: 422 },
    )
  return Response.json(quote)
}
