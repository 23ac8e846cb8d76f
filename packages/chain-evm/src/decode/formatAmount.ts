import { formatUnits } from 'viem'

/** Writes an amount of smallest units as an exact decimal, without exponent or rounding. */
export const formatAmount = (amount: bigint, decimals: number): string => formatUnits(amount, decimals)
