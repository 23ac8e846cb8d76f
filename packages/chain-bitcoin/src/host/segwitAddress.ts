const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** What the checksum comes to: BIP-173 for version 0, BIP-350 for later ones. */
const BECH32 = 1
const BECH32M = 0x2bc830a3

function checksumOf(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    GENERATORS.forEach((generator, bit) => {
      if ((top >>> bit) & 1) sum ^= generator
    })
  }
  return sum
}

/** Groups of five bits as bytes; `undefined` where what is left over is more than padding. */
function toBytes(groups: readonly number[]): number[] | undefined {
  const bytes: number[] = []
  let [buffer, bits] = [0, 0]
  for (const group of groups) {
    buffer = (buffer << 5) | group
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((buffer >>> bits) & 0xff)
    buffer &= (1 << bits) - 1
  }
  return bits < 5 && buffer === 0 ? bytes : undefined
}

/**
 * What an address of segwit (BIP-173, BIP-350) holds, of a version that wallets pay to today: its checksum is right, and it has a
 * script hash or key of the right length.
 *
 * @param prefixes of the networks that count, such as `bc`
 * @returns the version, and the length of what it holds in bytes; `undefined` where it is no such address
 */
export function segwitProgramOf(
  text: string,
  prefixes: readonly string[],
): { version: number; size: number } | undefined {
  const lower = text.toLowerCase()
  if (text.length > 90 || (text !== lower && text !== text.toUpperCase())) return undefined
  const at = lower.lastIndexOf('1')
  const prefix = lower.slice(0, at)
  const data = [...lower.slice(at + 1)].map((letter) => ALPHABET.indexOf(letter))
  if (!prefixes.includes(prefix) || data.includes(-1) || data.length < 7) return undefined
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  const [version = 0, ...program] = data.slice(0, -6)
  const spelt = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...data]
  if (checksumOf(spelt) !== (version === 0 ? BECH32 : BECH32M)) return undefined
  const size = toBytes(program)?.length ?? 0
  const isUsed = version === 0 ? size === 20 || size === 32 : version === 1 && (size === 32 || size === 2)
  return isUsed ? { version, size } : undefined
}
