import { deepFreeze, type ShownTransaction, type TransactionRequest } from '@latchkey/chain-evm/decode'
import type { TransactionFacts } from './transactionFacts.ts'

/** EIP-7825: no transaction may have more gas. */
const gasCap = 2n ** 24n

// `Math.min` takes no bigint.
const least = (a: bigint, b: bigint): bigint => {
  if (b < a) return b
  return a
}

/** The estimate with a fifth on top, since the state can move before the network runs it; a plain transfer needs none. */
const withMargin = (units: bigint): bigint => (units === 21_000n ? units : least((units * 12n) / 10n, gasCap))

function gasLimit(request: TransactionRequest, facts: TransactionFacts): bigint {
  if (request.gas !== undefined) return request.gas
  return facts.gas.ok ? withMargin(facts.gas.units) : 0n
}

/** Twice the base fee covers six full blocks in a row (EIP-1559). */
function fees(request: TransactionRequest, { baseFee, tip }: TransactionFacts) {
  const cap = request.maxFeePerGas
  const wanted = request.maxPriorityFeePerGas ?? tip
  if (cap === undefined) return { maxFeePerGas: baseFee * 2n + wanted, maxPriorityFeePerGas: wanted }
  return { maxFeePerGas: cap, maxPriorityFeePerGas: least(wanted, cap) }
}

/** Fills in nonce, gas and fees: the transaction that is shown and signed, complete and frozen. */
export function completeTransaction(
  request: TransactionRequest,
  chainId: number,
  facts: TransactionFacts,
): ShownTransaction {
  const { from, to, value, data, accessList } = request
  return deepFreeze({
    from,
    chainId,
    nonce: request.nonce ?? facts.nonce,
    to,
    value,
    data,
    gas: gasLimit(request, facts),
    ...fees(request, facts),
    accessList,
  })
}

export type Fee = {
  /** wei; what it will cost if nothing moves */
  expected: bigint
  /** wei; what it can cost */
  most: bigint
}

/** wei; what it could cost with the wallet's own choice of gas and fees. */
export function usualFee(
  { gas }: ShownTransaction,
  { gas: estimate, baseFee, tip }: TransactionFacts,
): bigint {
  const units = estimate.ok ? withMargin(estimate.units) : gas
  return units * (baseFee * 2n + tip)
}

/** What the transaction costs. */
export function feeOf(transaction: ShownTransaction, facts: TransactionFacts): Fee {
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const units = facts.gas.ok ? least(facts.gas.units, gas) : gas
  const price = least(facts.baseFee + maxPriorityFeePerGas, maxFeePerGas)
  return { expected: units * price, most: gas * maxFeePerGas }
}
