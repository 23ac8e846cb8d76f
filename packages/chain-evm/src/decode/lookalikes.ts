import { sameAddress } from './address.ts'

/** Digits at the two ends, together, that are as good as the same address to whoever compares ends. */
const endDigits = 6

/**
 * Almost the same ends: of so many digits at each end, so many may be other ones, missing or swapped. The last is the whole
 * address.
 */
const nearly = [
  { ends: 4, edits: 1 },
  { ends: 5, edits: 2 },
  { ends: 6, edits: 3 },
  { ends: 8, edits: 6 },
  { ends: 20, edits: 16 },
] as const

/** Digits that are the same from one end on: of `0` from the front, of `-1` from the back. */
function equalDigits(a: string, b: string, end: 0 | -1): number {
  let count = 0
  const at = (text: string) => text.at(end === 0 ? count : end - count)
  while (count < a.length && at(a) === at(b)) count++
  return count
}

/**
 * Whether so many edits make one text of the other: a character changed, added, left out, or two neighbours swapped
 * (optimal string alignment).
 */
function isWithin(edits: number, a: string, b: string): boolean {
  let older: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let at = 1; at <= a.length; at++) {
    const row = [at]
    for (let to = 1; to <= b.length; to++) {
      const same = a[at - 1] === b[to - 1]
      const swapped = at > 1 && to > 1 && a[at - 1] === b[to - 2] && a[at - 2] === b[to - 1]
      row[to] = Math.min(
        (above[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (above[to - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (older[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    // It never becomes less than the least of a row.
    if (Math.min(...row) > edits) return false
    older = above
    above = row
  }
  return (above[b.length] ?? 0) <= edits
}

const endsOf = (digits: string, ends: number) =>
  digits.length <= ends * 2 ? digits : digits.slice(0, ends) + digits.slice(-ends)

function isLike(a: string, b: string): boolean {
  if (equalDigits(a, b, 0) + equalDigits(a, b, -1) >= endDigits) return true
  return nearly.some(({ ends, edits }) => isWithin(edits, endsOf(a, ends), endsOf(b, ends)))
}

/**
 * The digits of both in lower case. Many contracts have addresses that begin with zeros, which cost less to send: of the
 * zeros that both have in front, two count.
 */
function digitsOf(a: string, b: string): readonly [string, string] {
  const [one, other] = [a.slice(2).toLowerCase(), b.slice(2).toLowerCase()]
  const zeros = /^0*/.exec(one)?.[0].length ?? 0
  const cut = Math.max(0, Math.min(zeros, /^0*/.exec(other)?.[0].length ?? 0) - 2)
  return [one.slice(cut), other.slice(cut)]
}

/**
 * Finds a known address that `address` could be mistaken for (address poisoning): six digits at both ends together are the
 * same, or the ends, or the whole address, are almost the same.
 *
 * Two addresses that have nothing to do with each other are taken for look-alikes with a probability of less than
 * 5 in 10 million: beside 200 known ones, of 10 000 new addresses about one.
 *
 * @example
 * findLookalike('0xabc0…f234', recentAddresses) // the address it would be mistaken for, or undefined
 */
export function findLookalike(address: string, known: Iterable<string>): string | undefined {
  for (const other of known)
    if (!sameAddress(other, address) && isLike(...digitsOf(address, other))) return other
  return undefined
}
