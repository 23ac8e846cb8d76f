import { describe, expect, it } from 'vitest'
import { findCard, type Picture } from './findCard.ts'

type Colour = readonly [number, number, number]
const GROUND: Colour = [18, 19, 19]
const PAGE: Colour = [6, 7, 6]
const TEXT: Colour = [242, 243, 243]
const WIDTH = 100
const HEIGHT = 400

type Box = { from: number; to?: number; left?: number; right?: number; colour: Colour }

/** A phone's screen with these painted on it, one over the other. */
function paint(...boxes: Box[]): Picture {
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  for (const { from, to = HEIGHT, left = 0, right = WIDTH, colour } of boxes)
    for (let y = from; y < to; y += 1)
      for (let x = left; x < right; x += 1) data.set(colour, (y * WIDTH + x) * 3)
  return { width: WIDTH, height: HEIGHT, channels: 3, data }
}

const page: Box = { from: 0, colour: PAGE }
const sheet: Box = { from: 160, colour: GROUND }
const title: Box = { from: 180, to: 200, left: 30, right: 70, colour: TEXT }
const words: Box = { from: 260, to: 270, left: 20, right: 80, colour: TEXT }

describe('the card', () => {
  it('is not there while the page is alone, with a hairline across it or without', () => {
    expect(findCard(paint(page))).toBeUndefined()
    expect(findCard(paint(page, { from: 57, to: 58, colour: TEXT }))).toBeUndefined()
  })
  it('is there while it fades, once it can be told from the page', () => {
    expect(findCard(paint(page, { from: 160, colour: [8, 9, 8] }))).toBeUndefined()
    expect(findCard(paint(page, { from: 160, colour: [12, 13, 13] }, title))?.top).toBe(160)
  })
  it('that has almost gone is not looked for further down', () => {
    const rest: Box = { from: 268, colour: [10, 11, 10] }
    expect(findCard(paint(page, { from: 160, to: 267, colour: [8, 9, 8] }, rest))).toBeUndefined()
  })
  it('is not taken for a page that is covered from its very top', () =>
    expect(findCard(paint({ from: 0, to: 20, colour: TEXT }, { from: 20, colour: GROUND }))).toBeUndefined())
  it('begins where its edges do', () => expect(findCard(paint(page, sheet, title, words))?.top).toBe(160))
  it('is found in what a lossy picture makes of its colour', () =>
    expect(findCard(paint(page, { from: 160, colour: [20, 18, 21] }, title))?.top).toBe(160))
  it('is told from a hairline and a band of the page', () => {
    const band: Box = { from: 90, to: 120, colour: GROUND }
    expect(findCard(paint(page, band, sheet, title))?.top).toBe(160)
  })
  it('is found whatever stands below its header', () => {
    const danger: Box = { from: 230, to: 330, colour: [209, 53, 59] }
    expect(findCard(paint(page, sheet, title, danger))?.top).toBe(160)
  })
})

describe('what is in it', () => {
  const plainOf = (...boxes: Box[]) => findCard(paint(page, sheet, title, ...boxes))?.plain ?? 0
  it('is nothing where only the header has something', () => expect(plainOf()).toBe(1))
  it('is something where there are words', () => expect(plainOf(words)).toBeLessThan(0.97))
  it('is something where there is the shape of what comes', () =>
    expect(plainOf({ ...words, colour: [27, 29, 29] })).toBeLessThan(0.97))
  it('is nothing where another document has drawn its bare ground', () =>
    expect(plainOf({ from: 224, colour: [255, 255, 255] })).toBe(1))
  it('is nothing where words are fainter than a lossy picture can tell', () =>
    expect(plainOf({ ...words, colour: [22, 23, 23] })).toBe(1))
})
