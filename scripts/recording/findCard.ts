/** A picture as the browser drew it: rows of pixels, `channels` bytes each. */
export type Picture = { width: number; height: number; channels: number; data: Uint8Array }

type Colour = readonly [red: number, green: number, blue: number]

/** The modal as one picture shows it. On a phone it is a sheet that ends where the window does. */
export type Card = {
  /** First row of its left and right edges. */
  top: number
  /** How much of what is below its header has one colour, 0 to 1. */
  plain: number
}

/** What a lossy picture may make of one colour, in each channel. */
const NOISE = 3
/** In all channels together: a card that is fainter than that against the page is not there yet. */
const LEAST_CONTRAST = 7
/** Columns at each edge that are nothing but the card's ground: beyond its hairline, and before anything in it. */
const EDGE = { from: 3, to: 10 }
/** Rows of a sheet's header that have nothing at the edges. */
const HEADER_ROWS = 40
const HEADER = 64
/** A hairline across the page is no ground. */
const LEAST_ROWS = 8

const at = ({ width, channels }: Picture, x: number, y: number) => (y * width + x) * channels

const colourAt = ({ data }: Picture, offset: number): Colour => [
  data[offset] ?? 0,
  data[offset + 1] ?? 0,
  data[offset + 2] ?? 0,
]

const apart = (one: Colour, other: Colour) =>
  one.map((value, channel) => Math.abs(value - (other[channel] ?? 0)))

const isNear = (one: Colour, other: Colour, noise = NOISE) => apart(one, other).every((part) => part <= noise)

const meanOf = (colours: readonly Colour[]): Colour => {
  const mean = (channel: 0 | 1 | 2) => colours.reduce((sum, one) => sum + one[channel], 0) / colours.length
  return [mean(0), mean(1), mean(2)]
}

/** The one colour of both ends of a row; undefined where they have two. A picture's compression swings beside an edge: the mean is steady. */
function edgesOf(picture: Picture, y: number): Colour | undefined {
  const columns = Array.from({ length: EDGE.to - EDGE.from }, (_, index) => EDGE.from + index)
  const left = meanOf(columns.map((x) => colourAt(picture, at(picture, x, y))))
  const right = meanOf(columns.map((x) => colourAt(picture, at(picture, picture.width - 1 - x, y))))
  return isNear(left, right) ? left : undefined
}

/** The part of a rectangle that has its commonest colour, or nearly that: a frame that flashes white is as plain as an empty one. */
function plainPart(picture: Picture, top: number): number {
  const { width, height, channels, data } = picture
  const counts = new Map<number, number>()
  let total = 0
  for (let y = top; y < height; y += 1)
    for (let x = EDGE.to; x < width - EDGE.to; x += 1) {
      const offset = (y * width + x) * channels
      const colour = ((data[offset] ?? 0) << 16) | ((data[offset + 1] ?? 0) << 8) | (data[offset + 2] ?? 0)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
      total += 1
    }
  if (total === 0) return 0
  const unpacked = (colour: number): Colour => [colour >> 16, (colour >> 8) & 255, colour & 255]
  const [common] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))
  const ground = unpacked(common)
  const near = [...counts].filter(([colour]) => isNear(unpacked(colour), ground, 2 * NOISE))
  return near.reduce((sum, [, count]) => sum + count, 0) / total
}

/**
 * Finds the modal's sheet in a picture of a phone: it begins with the first rows whose edges have one colour, and another
 * one than the page has at its top. It is found while it fades in and out too, once it can be told from the page.
 */
export function findCard(picture: Picture): Card | undefined {
  let run = { start: 0, colour: edgesOf(picture, 0) }
  let page: Colour | undefined
  for (let y = 1; y <= picture.height; y += 1) {
    const colour = y < picture.height ? edgesOf(picture, y) : undefined
    const rows = y - run.start
    if (run.colour && page && run.start >= HEADER && rows >= HEADER_ROWS) {
      const contrast = apart(run.colour, page).reduce((sum, part) => sum + part, 0)
      // What begins further down would be a part of a card that has almost gone.
      if (contrast >= LEAST_CONTRAST / 2)
        return contrast < LEAST_CONTRAST
          ? undefined
          : { top: run.start, plain: plainPart(picture, run.start + HEADER) }
    }
    if (colour && run.colour && isNear(colour, run.colour, NOISE / 2)) continue
    if (run.colour && rows >= LEAST_ROWS) page ??= run.colour
    run = { start: y, colour }
  }
  return undefined
}
