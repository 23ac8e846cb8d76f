import type { Warning } from './ApprovalView.ts'
import { type Fee, usualFee } from './completeTransaction.ts'
import { makeWarning } from './makeWarning.ts'
import type { TransactionFacts } from './transactionFacts.ts'
import type { TransactionViewInput } from './transactionView.ts'
import { nativeAmount } from './values.ts'

/** How many times the network's price a site may ask for. */
const priceLimit = 3n
/** How many times the network's estimate of gas a site may ask for. */
const gasLimit = 2n
/** wei; a network that is nearly free is no measure below this. */
const leastPrice = 10_000_000n

const above = (price: bigint, usual: bigint) => price > priceLimit * (usual > leastPrice ? usual : leastPrice)

/** Whether what the site chose for gas and fees is far from what the network asks. */
function isUnusual({ wanted }: TransactionViewInput, { baseFee, tip, gas }: TransactionFacts): boolean {
  const { maxFeePerGas, maxPriorityFeePerGas } = wanted
  if (maxFeePerGas !== undefined && above(maxFeePerGas, baseFee * 2n + tip)) return true
  if (maxPriorityFeePerGas !== undefined && above(baseFee + maxPriorityFeePerGas, baseFee + tip)) return true
  return wanted.gas !== undefined && gas.ok && wanted.gas > gasLimit * gas.units
}

/** The fee by itself, beside what is sent, and beside what there is when nothing is sent. */
export function feeWarnings(input: TransactionViewInput, fee: Fee): Warning[] {
  const { chain, transaction, facts } = input
  const warnings: Warning[] = fee.storing === 'unknown' ? [makeWarning('warning', 'feeStoring')] : []
  if (isUnusual(input, facts)) {
    const most = nativeAmount(chain, fee.most, 'up')
    const usual = nativeAmount(chain, usualFee(transaction, facts), 'up')
    warnings.push(makeWarning('danger', 'feeSet', { most, usual }, 'risk.fee'))
  }
  if (transaction.value > 0n && fee.expected * 20n > transaction.value)
    warnings.push(makeWarning('warning', 'fee'))
  if (transaction.value === 0n && fee.expected * 20n > facts.balance)
    warnings.push(makeWarning('warning', 'feeBalance'))
  return warnings
}
