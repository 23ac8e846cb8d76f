import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLookalike } from './lookalikes.ts'

const known = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const digits = known.slice(2).toLowerCase()
const hex = '0123456789abcdef'
const other = (digit: string, step = 1) => hex[(hex.indexOf(digit) + step) % 16] ?? '0'
/** The known address with other digits between its ends. */
const withEnds = (start: number, end: number) =>
  `0x${[...digits].map((digit, at) => (at < start || at >= 40 - end ? digit : other(digit, 1 + (at % 15)))).join('')}`
const digit = fc.integer({ min: 0, max: 15 }).map((value) => hex[value] ?? '0')
const address = fc.array(digit, { minLength: 40, maxLength: 40 }).map((all) => `0x${all.join('')}`)
const place = fc.integer({ min: 0, max: 39 })

/** Whether it is found, in any case of its letters, from both sides. */
function isFound(a: string, b: string): boolean {
  const found = [a, a.toLowerCase(), `0x${a.slice(2).toUpperCase()}`].map((one) => findLookalike(one, [b]))
  expect(found).toEqual([found[0], found[0], found[0]])
  expect(findLookalike(b, [a]) === undefined).toBe(found[0] === undefined)
  return found[0] === b
}

describe('a look-alike', () => {
  test.each([
    [4, 4],
    [3, 3],
    [0, 6],
    [6, 0],
    [2, 4],
    [5, 1],
    [4, 8],
    [10, 10],
  ])('has %i digits of the known address in front and %i at the end', (start, end) => {
    expect(isFound(withEnds(start, end), known)).toBe(true)
  })

  test('is not an address that has fewer than six digits of it at its ends', () => {
    for (const [start, end] of [
      [3, 2],
      [5, 0],
      [0, 5],
      [0, 0],
    ] as const)
      expect(findLookalike(withEnds(start, end), [known])).toBeUndefined()
  })

  test('is not the address itself, in whatever case', () => {
    for (const same of [known, known.toLowerCase(), `0x${digits.toUpperCase()}`])
      expect(findLookalike(same, [known])).toBeUndefined()
    expect(findLookalike('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', [known])).toBeUndefined()
  })

  test('has up to 16 digits changed, wherever', () => {
    fc.assert(
      fc.property(
        address,
        fc.uniqueArray(place, { minLength: 1, maxLength: 16 }),
        fc.integer({ min: 1, max: 15 }),
        (one, places, step) => {
          const changed = [...one.slice(2)].map((digit, at) =>
            places.includes(at) ? other(digit, step) : digit,
          )
          expect(isFound(`0x${changed.join('')}`, one)).toBe(true)
        },
      ),
    )
  })

  test('has digits left out, put in or swapped', () => {
    fc.assert(
      fc.property(address, place, place, digit, (one, out, at, digit) => {
        const all = [...one.slice(2)]
        const moved = all.toSpliced(out, 1).toSpliced(at, 0, digit)
        const swapped = all.with(at, all[out] ?? '0').with(out, all[at] ?? '0')
        for (const made of [moved, swapped]) {
          const like = `0x${made.join('')}`
          expect(isFound(like, one)).toBe(like !== one)
        }
      }),
    )
  })

  test('has one of the four digits at each end changed or two of them swapped', () => {
    for (let at = 0; at < 8; at++) {
      const ends = [...digits.slice(0, 4), ...digits.slice(-4)]
      const changed = ends.with(at, other(ends[at] ?? '0'))
      const middle = withEnds(0, 0).slice(6, 38)
      const like = (all: string[]) => `0x${all.slice(0, 4).join('')}${middle}${all.slice(4).join('')}`
      expect(isFound(like(changed), known)).toBe(true)
      if (at % 4 === 3) continue
      const swapped = ends.with(at, ends[at + 1] ?? '0').with(at + 1, ends[at] ?? '0')
      expect(isFound(like(swapped), known)).toBe(true)
    }
  })
})

describe('addresses that have nothing to do with each other', () => {
  test('are not taken for look-alikes', () => {
    // A multiplicative generator (MINSTD), so that every run judges the same million of pairs at both ends.
    let state = 20_271
    const next = () => {
      state = (state * 48_271) % 2_147_483_647
      return state
    }
    const random = () => `0x${Array.from({ length: 40 }, () => hex[(next() >> 7) & 15]).join('')}`
    const all = Array.from({ length: 200 }, random)
    let found = 0
    for (let count = 0; count < 250; count++) if (findLookalike(random(), all) !== undefined) found++
    // 50 000 pairs; expected are 0.025.
    expect(found).toBeLessThanOrEqual(1)
  })

  test('whose zeros in front are all that they share are none', () => {
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
    const seaport = '0x0000000000000068F116a894984e2DB1123eB395'
    for (const one of [permit2, entryPoint, seaport])
      expect(findLookalike(one, [permit2, entryPoint, seaport])).toBeUndefined()
    expect(isFound(`${permit2.slice(0, 14)}${'5'.repeat(26)}8BA3`.slice(0, 38).concat('8BA3'), permit2)).toBe(
      true,
    )
  })

  test('any text is taken as it comes', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => void findLookalike(a, [b])))
  })
})
