/** ISO/IEC 18004, 6.3.3: modules on the edge of a finder pattern. */
const FINDER = 7

/** A path of a rectangle, clockwise from its upper left corner, with a radius at each corner that is rounded. */
type Corners = readonly [topLeft: boolean, topRight: boolean, bottomRight: boolean, bottomLeft: boolean]

function rectangle(
  [x, y, width, height]: readonly [number, number, number, number],
  radius: number,
  [topLeft, topRight, bottomRight, bottomLeft]: Corners,
): string {
  const [a, b, c, d] = [topLeft, topRight, bottomRight, bottomLeft].map((isRound) =>
    isRound ? radius : 0,
  ) as [number, number, number, number]
  const turn = (size: number, dx: number, dy: number) =>
    size ? `a${size} ${size} 0 0 1 ${dx * size} ${dy * size}` : ''
  return (
    `M${x + a} ${y}H${x + width - b}${turn(b, 1, 1)}V${y + height - c}${turn(c, -1, 1)}` +
    `H${x + d}${turn(d, -1, -1)}V${y + a}${turn(a, 1, -1)}Z`
  )
}

const ALL: Corners = [true, true, true, true]

/** The three finder patterns of a code, each a ring around a square, for the rule `evenodd`. */
export function finderPatterns(size: number, quietZone: number): string {
  const far = size - quietZone - FINDER
  return (
    [
      [quietZone, quietZone],
      [far, quietZone],
      [quietZone, far],
    ] as const
  )
    .map(
      ([x, y]) =>
        rectangle([x, y, 7, 7], 2, ALL) +
        rectangle([x + 1, y + 1, 5, 5], 1.25, ALL) +
        rectangle([x + 2, y + 2, 3, 3], 0.9, ALL),
    )
    .join('')
}

/** How a code is drawn. */
type QrDrawing = {
  /** Light modules around the code, which are part of `modules`. */
  quietZone: number
  /** Share of the edge (0 to 1) that is left free in the middle, for a logo. */
  free?: number | undefined
}

/**
 * Draws a code with rounded modules as one path for the rule `evenodd`: dark neighbours flow together, free corners are
 * round, and the finder patterns stand as rings. The middle of each module, where a camera looks, stays as it is.
 *
 * @param modules rows of the code, true where it is dark, the quiet zone included
 * @example roundedModules(encode('https://example.com', { border: 4 }).data, { quietZone: 4 })
 */
export function roundedModules(
  modules: readonly (readonly boolean[])[],
  { quietZone, free = 0 }: QrDrawing,
): string {
  const size = modules.length
  const low = quietZone + FINDER
  const high = size - low
  const isFinder = (x: number, y: number) => (x < low && (y < low || y >= high)) || (x >= high && y < low)
  const [from, to] = [Math.floor((size * (1 - free)) / 2), Math.ceil((size * (1 + free)) / 2)]
  const isFree = (x: number, y: number) => free > 0 && x >= from && x < to && y >= from && y < to
  const isDark = (x: number, y: number) => (modules[y]?.[x] ?? false) && !isFinder(x, y) && !isFree(x, y)
  const runs: string[] = []
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const start = x
      while (isDark(x, y)) x += 1
      if (x === start) continue
      const isOpen = (at: number, row: number) => !isDark(at, row)
      runs.push(
        rectangle([start, y, x - start, 1], 0.5, [
          isOpen(start, y - 1),
          isOpen(x - 1, y - 1),
          isOpen(x - 1, y + 1),
          isOpen(start, y + 1),
        ]),
      )
    }
  return finderPatterns(size, quietZone) + runs.join('')
}
