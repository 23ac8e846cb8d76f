/** Base units in whole units: exact, without zeros at the end. */
export function toWholeUnits(units: bigint, decimals: number): string {
  if (decimals === 0) return `${units}`
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`
}
