/**
 * Base units in whole units: exact, without zeros at the end.
 *
 * @param decimals digits after the point that a whole unit has
 * @example
 * toWholeUnits(1_500_000n, 6) // '1.5'
 */
export function toWholeUnits(units: bigint, decimals: number): string {
  if (units < 0n) return `-${toWholeUnits(-units, decimals)}`
  if (decimals === 0) return `${units}`
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`
}
