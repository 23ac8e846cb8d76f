import type { RpcCall } from '@latchkey/protocol/chainRpc'
import {
  type BitcoinMethod,
  bitcoinMethods,
  ChainBusyError,
  ChainUnavailableError,
  InvalidRequestError,
  TRANSACTION_REFUSED,
  UNKNOWN_TRANSACTION,
} from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import {
  type BitcoinSource,
  NotTakenError,
  TooManyError,
  UnknownToSourceError,
} from '../upstreams/bitcoin/BitcoinSource.ts'
import { GateFullError } from '../upstreams/createGate.ts'
import {
  INVALID_PARAMS,
  LIMIT_EXCEEDED,
  type PassedOn,
  refuseMethod,
  UNAVAILABLE,
} from '../upstreams/rpc/passOn.ts'
import { createSharedCache } from './createSharedCache.ts'

/** Fees change with the blocks; ms. */
const FEES_KEPT = 15_000

/** Prices are looked at, and nothing is sold by them; ms. */
const PRICE_KEPT = 60_000

/** Tells US dollars a bitcoin; null: nobody does. */
export type PriceReader = () => Promise<number | null>

type Params = readonly [first?: string, second?: string]

/** @param params as the contract has checked them */
function ask(
  source: BitcoinSource & { price: PriceReader },
  method: BitcoinMethod,
  [first = '', second]: Params,
): Promise<unknown> {
  switch (method) {
    case 'getBalance':
      return source.balance(first)
    case 'getUtxos':
      return source.utxos(first)
    case 'getTransaction':
      return source.transaction(first)
    case 'getHistory':
      return source.history(first, second)
    case 'getFeeRates':
      return source.feeRates()
    case 'getPrice':
      // Whoever does not answer tells none: what the account has is worth telling without it.
      return source.price().then(
        (usd) => ({ usd }),
        () => ({ usd: null }),
      )
    case 'sendTransaction':
      return source.send(first)
  }
}

const isMethod = (name: string): name is BitcoinMethod => Object.hasOwn(bitcoinMethods, name)

/** What a failure says, and whether somebody has answered. */
function failureOf(method: BitcoinMethod, error: unknown): Pick<PassedOn, 'outcome'> & { error: object } {
  const invalid = { code: INVALID_PARAMS, data: { code: InvalidRequestError.code } }
  if (error instanceof NotTakenError)
    return { outcome: 'answered', error: { code: TRANSACTION_REFUSED, message: error.message } }
  if (error instanceof TooManyError)
    return {
      outcome: 'answered',
      error: { ...invalid, message: 'The answer to this is longer than can be read.' },
    }
  if (error instanceof UnknownToSourceError && method === 'getTransaction')
    return {
      outcome: 'answered',
      error: { code: UNKNOWN_TRANSACTION, message: 'This network knows no such transaction.' },
    }
  if (error instanceof UnknownToSourceError)
    return { outcome: 'answered', error: { ...invalid, message: 'This network knows no such address.' } }
  const isBusy = error instanceof GateFullError
  const { defaultMessage: message, code } = isBusy ? ChainBusyError : ChainUnavailableError
  return {
    outcome: isBusy ? 'busy' : 'unavailable',
    error: { code: isBusy ? LIMIT_EXCEEDED : UNAVAILABLE, message, data: { code } },
  }
}

/**
 * Answers the calls of the contract from a source: equal reads that are under way are one, and fees are kept for a while. A source
 * has a time-out of its own; who leaves earlier leaves the answer to those who stay.
 *
 * @param price left out: nobody tells any
 * @returns never rejects
 */
export function createBitcoinCalls(
  source: BitcoinSource,
  now: () => number,
  price: PriceReader = async () => null,
): (call: RpcCall, signal: AbortSignal) => Promise<PassedOn> {
  const fees = createSharedCache<unknown>({ lifetime: FEES_KEPT, most: 1, now })
  const prices = createSharedCache<unknown>({ lifetime: PRICE_KEPT, most: 1, now })
  const reads = createSharedCache<unknown>({ lifetime: 0, most: 0, now })
  return async (call, signal) => {
    const { id, method } = call
    if (!isMethod(method)) return refuseMethod(call)
    const head = { jsonrpc: '2.0' as const, id }
    const params = bitcoinMethods[method].params.safeParse(call.params ?? [])
    if (!params.success) {
      const message = `The params of ${method} have another form.`
      const error = { code: INVALID_PARAMS, message, data: { code: InvalidRequestError.code } }
      return { outcome: 'refused', reply: { ...head, error } }
    }
    const load = () => ask({ ...source, price }, method, params.data as Params)
    const kept = method === 'getFeeRates' ? fees : method === 'getPrice' ? prices : reads
    try {
      const key = JSON.stringify([method, params.data])
      const result = await withDeadline({ signal }, () => kept.read(key, load))
      return { outcome: 'answered', reply: { ...head, result } }
    } catch (error) {
      const { outcome, error: told } = failureOf(method, error)
      return { outcome, reply: { ...head, error: told as { code: number; message: string } } }
    }
  }
}
