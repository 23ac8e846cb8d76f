import type { ShownTransaction, TransactionRequest } from '@latchkey/chain-evm/decode/model'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import type { FeeSpeed } from '../../../approvals/ApprovalView.ts'
import { feeLevels, least, withL1Part, withMargin } from '../fees/fees.ts'
import type { Fee, FeeLevel, FeeWish, TransactionFacts } from '../model/transaction.ts'

function gasLimit(request: TransactionRequest, facts: TransactionFacts): bigint {
  if (request.gas !== undefined) return request.gas
  return facts.gas.ok ? withMargin(facts.gas.units) : 0n
}

/** Whether the site set a fee of its own. */
export const isFeeSet = ({ maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest): boolean =>
  maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined

/** The site's own fee where it set one, until the person chooses another. */
export const firstSpeed = (request: TransactionRequest): FeeSpeed => (isFeeSet(request) ? 'site' : 'normal')

/** What the site set; what it left out is the wallet's. */
function siteFees(request: TransactionRequest, facts: TransactionFacts): FeeLevel {
  const cap = request.maxFeePerGas
  const wanted = request.maxPriorityFeePerGas ?? feeLevels(facts).normal.maxPriorityFeePerGas
  if (cap === undefined) return { maxFeePerGas: facts.baseFee * 2n + wanted, maxPriorityFeePerGas: wanted }
  return { maxFeePerGas: cap, maxPriorityFeePerGas: least(wanted, cap) }
}

const fees = (request: TransactionRequest, facts: TransactionFacts, { speed, floor }: FeeWish): FeeLevel =>
  speed === 'site' ? siteFees(request, facts) : feeLevels(facts, floor)[speed]

/** Fills in nonce, gas and fees: the transaction that is shown and signed, complete and frozen. */
export function completeTransaction(
  request: TransactionRequest,
  chainId: number,
  facts: TransactionFacts,
  wish: FeeWish = { speed: firstSpeed(request) },
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
    ...fees(request, facts, wish),
    accessList,
  })
}

/** What the transaction costs: its gas, and what an OP-Stack network takes besides. */
export function feeOf(transaction: ShownTransaction, facts: TransactionFacts): Fee {
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const units = facts.gas.ok ? least(facts.gas.units, gas) : gas
  const price = least(facts.baseFee + maxPriorityFeePerGas, maxFeePerGas)
  return withL1Part({ expected: units * price, most: gas * maxFeePerGas }, facts.l1)
}
