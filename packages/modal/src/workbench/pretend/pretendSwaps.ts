import type { CallsAbility, TokenBalance } from '@latchkey/core'
import { never } from './pretendConnectors.ts'

export type PretendSwaps = {
  tokens: readonly TokenBalance[]
  /** Base units that one gets, each time that somebody asks; the last one stands. Default: a part of the amount. */
  gives?: readonly (bigint | 'none' | 'fails' | 'never')[]
  /** Percent. */
  priceImpact?: string
  /** Base units that may be moved already. */
  allowance?: bigint
  /** What building the swap is refused with: a status and a code. */
  refused?: { status: number; code: number }
}

export const PRETEND_SPENDER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const NATIVE = `0x${'e'.repeat(40)}`

/** How often each pretended service was asked for a price. */
const asked = new WeakMap<PretendSwaps, number>()

/** Answers as the paths of spec 7 do, from what the state says. */
export async function answerConvert(
  swaps: PretendSwaps | 'none' | undefined,
  path: string,
  query: URLSearchParams,
  body: string,
): Promise<Response> {
  if (swaps === undefined) return never()
  if (swaps === 'none') return refuse(400, 4770)
  if (path === 'tokens') return Response.json({ tokens: swaps.tokens.map(listed) })
  if (path === 'quotes') return answerQuote(swaps, query)
  if (path === 'allowance') return Response.json({ allowance: String(swaps.allowance ?? 0n) })
  if (path === 'gas-price')
    return Response.json({ standard: '1200000000', fast: '1300000000', instant: '1500000000' })
  const eip155 = { gas: '80000', gasPrice: '1200000000' }
  if (path === 'build-approve') {
    const data = `0x095ea7b3${PRETEND_SPENDER.slice(2).padStart(64, '0')}${BigInt(query.get('amount') ?? 0)
      .toString(16)
      .padStart(64, '0')}`
    const [from, to] = [query.get('userAddress'), query.get('from')]
    return Response.json({ tx: { from, to, data, value: '0', eip155 } })
  }
  if (swaps.refused) return refuse(swaps.refused.status, swaps.refused.code)
  const { amount, from, userAddress, minimum } = JSON.parse(body) as Record<string, string>
  const value = from?.endsWith(NATIVE) ? amount : '0'
  const tx = {
    from: userAddress,
    to: `eip155:1:${PRETEND_SPENDER}`,
    data: '0x04e45aaf',
    amount,
    value,
    eip155,
  }
  return Response.json({ tx, toAmount: minimum, minimum })
}

const refuse = (status: number, code: number): Response =>
  Response.json({ error: { code, message: 'Refused.' } }, { status })

function answerQuote(swaps: PretendSwaps, query: URLSearchParams): Promise<Response> | Response {
  const count = asked.get(swaps) ?? 0
  asked.set(swaps, count + 1)
  const { gives = [], priceImpact = '0.04' } = swaps
  const given = gives[Math.min(count, gives.length - 1)] ?? BigInt(query.get('amount') ?? 0) / 2n + 1n
  if (given === 'never') return never()
  if (given === 'fails') return refuse(503, 4772)
  if (given === 'none') return Response.json({ quotes: [] })
  const [fromAmount, fromAccount, toAccount] = ['amount', 'from', 'to'].map((name) => query.get(name))
  const quote = { id: 'uniswap', fromAmount, fromAccount, toAmount: String(given), toAccount }
  return Response.json({
    quotes: [{ ...quote, spender: PRETEND_SPENDER, priceImpact, providerFee: '0.3', gas: '185000' }],
  })
}

const listed = ({ name, symbol, chainId, address = `${chainId}:${NATIVE}`, quantity }: TokenBalance) => ({
  ...{ name, symbol, address, decimals: Number(quantity.decimals) },
})

/** Calls as a wallet of Ethereum is asked for them. */
export const pretendCalls: CallsAbility = {
  request: ({ from, call }) => ({ method: 'eth_sendTransaction', params: [{ from, ...written(call) }] }),
  batch: ({ from, calls }) => ({ method: 'wallet_sendCalls', params: [{ from, calls: calls.map(written) }] }),
  capabilities: ({ from }) => ({ method: 'wallet_getCapabilities', params: [from] }),
  isAtomic: (answer) => answer === 'atomic',
  readBatch: (answer) => (typeof answer === 'string' ? answer : undefined),
  status: (id) => ({ method: 'wallet_getCallsStatus', params: [id] }),
  readStatus: (answer) => (answer === 'success' || answer === 'failed' ? answer : 'pending'),
}
const written = ({ to, data, value }: { to: string; data: string; value: bigint }) => ({
  ...{ to, data, value: `0x${value.toString(16)}` },
})
