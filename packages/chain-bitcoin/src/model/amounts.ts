/** Satoshis in a bitcoin. */
export const SATOSHIS_PER_BITCOIN = 100_000_000n

/** More than there will ever be (`MAX_MONEY` of the consensus rules), in satoshis. */
export const MOST_SATOSHIS = 21_000_000n * SATOSHIS_PER_BITCOIN

const DUST: Readonly<Record<string, bigint>> = { pkh: 546n, sh: 540n, wpkh: 294n, wsh: 330n, tr: 330n }
const LARGEST_DUST = 546n

/**
 * The least that an output may hold, satoshis: smaller ones cost more to spend than they hold, and nodes do not pass them on
 * (Bitcoin Core's dust limit at 3 sat/vB).
 *
 * @param type what the output is paid to, such as `wpkh`
 */
export const dustOfType = (type: string): bigint => DUST[type] ?? LARGEST_DUST

/**
 * Reads an amount of bitcoin without floating point.
 *
 * @param text digits, and at most eight more after a point, such as `0.00012`
 * @returns satoshis; `undefined` for any other text, and for more than 21 million
 * @example toSatoshis('0.5') // 50000000n
 */
export function toSatoshis(text: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(0|[1-9][0-9]{0,7})(?:\.([0-9]{1,8}))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const satoshis = BigInt(whole) * SATOSHIS_PER_BITCOIN + BigInt(fraction.padEnd(8, '0'))
  return satoshis <= MOST_SATOSHIS ? satoshis : undefined
}

/**
 * An amount in bitcoin, in digits, without zeros at its end.
 *
 * @param satoshis 0 or more
 * @example toBitcoin(50000000n) // '0.5'
 */
export function toBitcoin(satoshis: bigint): string {
  const fraction = (satoshis % SATOSHIS_PER_BITCOIN).toString().padStart(8, '0').replace(/0+$/, '')
  const whole = (satoshis / SATOSHIS_PER_BITCOIN).toString()
  return fraction === '' ? whole : `${whole}.${fraction}`
}
