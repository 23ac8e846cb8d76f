import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type JsonRpc, jsonRpc, sendTransaction } from '@latchkey/testing/node'
import { formatUnits, type Hex, parseUnits } from 'viem'
import { mintMoney } from './deployMoneyContracts.ts'
import { moneyContracts } from './moneyContracts.ts'
import { checkoutPage } from './onrampSandboxPage.ts'

export type OnrampSandboxOptions = {
  chainUrl: string
  port: number
  /** Where browsers find its page; default: this machine by its number. */
  origin?: string
  /** How long the bank takes before the coins are sent, ms; default 1 500. */
  bankTakes?: number
}

export type OnrampSandbox = {
  url: string
  stop: () => Promise<void>
}

/** Dollars a whole coin, and of each currency in dollars, both in hundredths. */
const CENTS_A_COIN: Readonly<Record<string, bigint>> = { ETH: 250_000n, LKD: 100n }
const CENTS_A_UNIT: Readonly<Record<string, bigint>> = { USD: 100n, EUR: 108n }
/** What the sandbox keeps, in thousandths. */
const FEE = 15n
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const LONGEST = 10_000

const coins = {
  ETH: { name: 'Ether', decimals: 18, contract: '' },
  LKD: { name: 'Latchkey Test Dollar', decimals: 6, contract: moneyContracts.dollar as string },
} as const
type Symbol = keyof typeof coins
const isSymbol = (value: unknown): value is Symbol => typeof value === 'string' && Object.hasOwn(coins, value)

const limits = (max: string) => [
  { id: 'card', min: '10', max: '7500' },
  { id: 'ach_bank_account', min: '10', max },
]
const OPTIONS = {
  paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits('25000') })),
  purchaseCurrencies: Object.entries(coins).map(([symbol, { name, contract }]) => ({
    ...{ id: symbol, name, symbol },
    networks: [{ name: 'local', display_name: 'Local', chain_id: '31337', contract_address: contract }],
  })),
}

/** What an order comes to. Sums of money are whole cents. */
export type Order = { symbol: Symbol; fiat: string; total: bigint; fee: bigint; units: bigint; address: Hex }

function price(body: Record<string, unknown>): Omit<Order, 'address'> {
  const { purchaseCurrency: symbol, paymentCurrency: fiat, amount } = body
  const isAmount = typeof amount === 'string' && /^\d{1,9}(?:\.\d{1,2})?$/.test(amount)
  const rate = typeof fiat === 'string' ? CENTS_A_UNIT[fiat] : undefined
  if (!isSymbol(symbol) || !isAmount || rate === undefined) throw new RangeError('That is not sold here.')
  const total = parseUnits(amount, 2)
  if (total < 1_000n || total > 2_500_000n) throw new RangeError('Between 10 and 25000.')
  const fee = (total * FEE + 999n) / 1_000n
  const cents = ((total - fee) * rate) / 100n
  const units = (cents * 10n ** BigInt(coins[symbol].decimals)) / (CENTS_A_COIN[symbol] ?? 1n)
  return { symbol, fiat: String(fiat), total, fee, units }
}

const money = (cents: bigint, currency: string) => ({ amount: formatUnits(cents, 2), currency })

function quote(body: Record<string, unknown>) {
  const { symbol, fiat, total, fee, units } = price(body)
  return {
    fees: money(fee, fiat),
    subtotal: money(total - fee, fiat),
    total: money(total, fiat),
    purchaseAmount: { amount: formatUnits(units, coins[symbol].decimals), currency: symbol },
    quoteId: randomBytes(8).toString('hex'),
  }
}

function order(body: Record<string, unknown>): Order {
  const wallet = Array.isArray(body.wallets)
    ? (body.wallets[0] as Record<string, unknown> | undefined)
    : undefined
  const address = wallet?.address
  const assets = wallet?.assets
  if (typeof address !== 'string' || !ADDRESS.test(address)) throw new RangeError('There is no such address.')
  const purchaseCurrency = Array.isArray(assets) ? assets[0] : undefined
  const { fiatCurrency: paymentCurrency = 'USD', fiatAmount: amount = '100' } = body
  return { ...price({ purchaseCurrency, paymentCurrency, amount }), address: address.toLowerCase() as Hex }
}

/** Sends what was bought: ether from an account of the node, tokens from nowhere. */
async function deliver(call: JsonRpc, { symbol, units, address }: Order): Promise<void> {
  if (symbol !== 'ETH') return mintMoney(call, moneyContracts.dollar, address, units)
  const [from = ''] = (await call('eth_accounts', [])) as string[]
  await sendTransaction(call, { from, to: address, value: `0x${units.toString(16)}` })
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > LONGEST) throw new RangeError('That is too long.')
  }
  const body: unknown = JSON.parse(text || '{}')
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

type Held = { order: Order; status: 'open' | 'paid' | 'delivered' | 'failed' }

/**
 * A provider for buying that takes no money and delivers on the local chain: ether, and the test dollar. It speaks the
 * form of the service's own routes, and its page looks like that of a company, so that the whole way can be walked.
 *
 * @throws Error when the port is taken
 */
export async function startOnrampSandbox(options: OnrampSandboxOptions): Promise<OnrampSandbox> {
  const { chainUrl, port, origin = `http://127.0.0.1:${port}`, bankTakes = 1_500 } = options
  const call = jsonRpc(chainUrl)
  const orders = new Map<string, Held>()
  const timers = new Set<NodeJS.Timeout>()

  /** A card is charged in a moment; the coins follow. */
  function pay(held: Held): void {
    if (held.status !== 'open') return
    held.status = 'paid'
    const timer = setTimeout(() => {
      timers.delete(timer)
      deliver(call, held.order).then(
        () => (held.status = 'delivered'),
        () => (held.status = 'failed'),
      )
    }, bankTakes)
    timers.add(timer)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', origin)
    const key = `${request.method} ${pathname}`
    const json = (value: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (key === 'GET /options') return json(OPTIONS)
    if (key === 'POST /quote') return json(quote(await readBody(request)))
    if (key === 'POST /sessions') {
      const id = randomBytes(16).toString('hex')
      orders.set(id, { order: order(await readBody(request)), status: 'open' })
      return json({ url: `${origin}/checkout/${id}` })
    }
    const [, id = '', isPaid] = /^\/checkout\/([0-9a-f]{32})(\/pay)?$/.exec(pathname) ?? []
    const held = orders.get(id)
    if (!held) {
      response.writeHead(404).end('Nothing is here.')
      return
    }
    if (isPaid && request.method === 'POST') pay(held)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
    response.end(
      checkoutPage({
        id,
        status: held.status,
        sum: `${formatUnits(held.order.total, 2)} ${held.order.fiat}`,
        fee: `${formatUnits(held.order.fee, 2)} ${held.order.fiat}`,
        coins: `${formatUnits(held.order.units, coins[held.order.symbol].decimals)} ${held.order.symbol}`,
        address: held.order.address,
      }),
    )
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'text/plain' })
      response.end(error instanceof RangeError ? error.message : 'That cannot be read.')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
