import { InvalidAmountError } from './errors.ts'

/**
 * Decimal string in whole units → integer base units, exactly.
 *
 * @param decimals places of the unit; an amount with more is refused, never rounded
 * @throws InvalidAmountError
 */
export function parseUnits(amount: string, decimals: number): bigint {
  const match = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(amount)
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > decimals) throw new InvalidAmountError({ details: amount.slice(0, 80) })
  return BigInt((match[1] ?? '0') + fraction.padEnd(decimals, '0'))
}
