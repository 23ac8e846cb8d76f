import { describe, expect, it } from 'vitest'
import { findFaults, type Measured } from './findFaults.ts'

const FULL = 0.8

/** Frames at which the card begins at these rows; `null` where there is none. */
const frames = (tops: readonly (number | null)[], gap = 16, plain = FULL): Measured[] =>
  tops.map((top, index) => ({ at: 1_000 + index * gap, card: top === null ? undefined : { top, plain } }))

const kinds = (measured: readonly Measured[]) => findFaults(measured).map(({ kind, frame }) => [kind, frame])

/** A height on its way, as CSS draws it: fast at first, then slower. */
const eased = (from: number, to: number, gap = 16) =>
  Array.from({ length: Math.ceil(150 / gap) + 1 }, (_, step) => {
    const left = 1 - Math.min(1, (step * gap) / 150)
    return Math.round(to + (from - to) * left ** 1.7)
  })

describe('a jump', () => {
  it('is not found while the height animates, up or down, on a slow machine too', () => {
    for (const gap of [16, 33, 50]) {
      expect(kinds(frames(eased(400, 150, gap), gap))).toEqual([])
      expect(kinds(frames(eased(150, 400, gap), gap))).toEqual([])
    }
  })
  it('is a height that is another one in the next frame', () =>
    expect(kinds(frames([400, 400, 400, 300, 300, 300]))).toEqual([['jump', 4]]))
  it('is found at the end of a move too', () =>
    expect(kinds(frames([400, 395, 390, 200, 200]))).toEqual([['jump', 4]]))
  it('is not found where a busy machine has drawn part of the move late', () =>
    expect(kinds(frames([278, 324, 324, 324, 385, 385]))).toEqual([]))
  it('is not found where only a line of text has wrapped', () =>
    expect(kinds(frames([400, 400, 380, 380]))).toEqual([]))
  it('is not claimed where the frames between were not seen', () =>
    expect(kinds(frames([400, 300, 300], 120))).toEqual([]))
  it('is not found where the card appears or goes', () =>
    expect(kinds(frames([null, null, 300, 300, null]))).toEqual([]))
})

describe('a card that shakes', () => {
  it('goes one way and at once back', () =>
    expect(kinds(frames([...eased(300, 400), ...eased(400, 300)]))).toEqual([['shake', 13]]))
  it('does not where it goes back later', () => {
    const rest = Array.from({ length: 40 }, () => 400)
    expect(kinds(frames([...eased(300, 400), ...rest, ...eased(400, 300)]))).toEqual([])
  })
  it('does not by a few pixels', () => expect(kinds(frames([300, 302, 304, 303, 300, 300]))).toEqual([]))
})

describe('a card that flickers', () => {
  const there = Array.from({ length: 25 }, () => 300)
  it('is gone for a frame', () =>
    expect(kinds(frames([...there, null, ...there]))).toEqual([['flicker', 26]]))
  it('is not one that fades in, or out', () => {
    expect(kinds(frames([null, 300, null, ...there]))).toEqual([])
    expect(kinds(frames([...there, null, 300, null]))).toEqual([])
  })
  it('is not one that was closed and opened again', () =>
    expect(kinds(frames([300, ...Array.from({ length: 20 }, () => null), 300]))).toEqual([]))
})

describe('a blank card', () => {
  it('is a fault once, however many frames show it', () => {
    const blank = { at: 1_048, card: { top: 300, plain: 0.9999 } }
    const measured = [...frames([300, 300, 300]), blank, { ...blank, at: 1_064 }, ...frames([300])]
    expect(findFaults(measured)).toEqual([
      { frame: 4, kind: 'blank', says: 'the card is drawn with nothing in it, in 2 frames' },
    ])
  })
  it('is found in the last frame', () => expect(kinds(frames([300], 16, 1))).toEqual([['blank', 1]]))
  it('is not found where the card has a word', () => expect(kinds(frames([300], 16, 0.99))).toEqual([]))
})
