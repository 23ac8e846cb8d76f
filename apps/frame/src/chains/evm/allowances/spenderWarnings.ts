import type { Fact, Warning } from '../../../approvals/ApprovalView.ts'
import { tokenName } from '../../../approvals/values.ts'
import { makeWarning } from '../../../approvals/warnings.ts'

const monthSeconds = 30n * 24n * 3_600n

export type SpenderFacts = {
  unlimited: boolean
  symbol: string
  /** The spender is a contract; undefined: not known. */
  isContract: boolean | undefined
  /** Seconds since the epoch; null: no end that the request names. */
  expiresAt: bigint | null
  /** ms since the epoch */
  now: number
}

/** What is dangerous about letting somebody spend tokens. */
export function spenderWarnings({ unlimited, symbol, isContract, expiresAt, now }: SpenderFacts): Warning[] {
  const token = tokenName(symbol)
  const warnings: Warning[] = []
  if (unlimited) warnings.push(makeWarning('danger', 'unlimited', { token }, 'risk.unlimited'))
  if (isContract === false) warnings.push(makeWarning('danger', 'spenderPerson', undefined, 'risk.spender'))
  // Not knowing is no reason to think well of it.
  if (isContract === undefined)
    warnings.push(makeWarning('danger', 'spenderUnknown', undefined, 'risk.spenderUnknown'))
  if (expiresAt !== null && expiresAt > BigInt(Math.floor(now / 1_000)) + monthSeconds)
    warnings.push(makeWarning('danger', 'long', undefined, 'risk.long'))
  return warnings
}

/** Until when an allowance holds. */
export function expiryFact(expiresAt: bigint | null): Fact {
  // Later than any calendar goes: the same as no end.
  const open = expiresAt === null || expiresAt > 8_640_000_000_000n
  return {
    label: 'row.expires',
    value: open ? { kind: 'message', key: 'value.forever' } : { kind: 'date', seconds: expiresAt },
  }
}
