/** A picture as the browser drew it: rows of pixels, `channels` bytes each. */
export type Picture = { width: number; height: number; channels: number; data: Uint8Array }

export type Colour = readonly [red: number, green: number, blue: number]

/** The modal as one picture shows it. On a phone it is a sheet that ends where the window does. */
export type Card = {
  /** First row of its left and right edges. */
  top: number
  /** How much of what is below its header has one colour, 0 to 1. */
  plain: number
}

/** What a lossy picture may make of one colour. */
const NOISE = 3
/** Columns at each edge that are nothing but the card's ground: beyond its hairline, and before anything in it. */
const EDGE = { from: 3, to: 10 }
/** Rows of a sheet's header that have nothing at the edges. */
const HEADER_ROWS = 40
const HEADER = 64

const at = ({ width, channels }: Picture, x: number, y: number) => (y * width + x) * channels

function isNear({ data }: Picture, offset: number, colour: Colour, noise: number): boolean {
  return colour.every((value, channel) => Math.abs((data[offset + channel] ?? 0) - value) <= noise)
}

/** Whether both ends of a row have the colour. */
function hasEdges(picture: Picture, y: number, ground: Colour): boolean {
  for (let x = EDGE.from; x < EDGE.to; x += 1) {
    if (!isNear(picture, at(picture, x, y), ground, NOISE)) return false
    if (!isNear(picture, at(picture, picture.width - 1 - x, y), ground, NOISE)) return false
  }
  return true
}

/** The part of a rectangle that has its commonest colour, or nearly that: a frame that flashes white is as plain as an empty one. */
function plainPart(picture: Picture, top: number): number {
  const { width, height, data } = picture
  const counts = new Map<number, number>()
  const each = (see: (offset: number) => void) => {
    for (let y = top; y < height; y += 1)
      for (let x = EDGE.to; x < width - EDGE.to; x += 1) see(at(picture, x, y))
  }
  let total = 0
  each((offset) => {
    const colour = ((data[offset] ?? 0) << 16) | ((data[offset + 1] ?? 0) << 8) | (data[offset + 2] ?? 0)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
    total += 1
  })
  if (total === 0) return 0
  const [common] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))
  const ground: Colour = [common >> 16, (common >> 8) & 255, common & 255]
  let near = 0
  each((offset) => {
    if (isNear(picture, offset, ground, 2 * NOISE)) near += 1
  })
  return near / total
}

/**
 * Finds the modal's sheet in a picture of a phone: from the first rows whose edges have the card's ground, with something
 * else above them, to the end. Where it fades in or out it has not that colour, and is not there yet.
 *
 * @param ground of the card in the theme of the recording
 */
export function findCard(picture: Picture, ground: Colour): Card | undefined {
  let rows = 0
  for (let y = 0; y < picture.height; y += 1) {
    rows = hasEdges(picture, y, ground) ? rows + 1 : 0
    if (rows < HEADER_ROWS) continue
    const top = y + 1 - rows
    // The page itself may have the card's ground: a sheet leaves something of the page above it.
    return top < HEADER ? undefined : { top, plain: plainPart(picture, top + HEADER) }
  }
  return undefined
}
