import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apartFromDanger } from './apartFromDanger.ts'
import { computeAccent, parseColor } from './computeAccent.ts'

const hueOf = (color: string): { hue: number; spread: number } => {
  const [red = 0, green = 0, blue = 0] = parseColor(color) ?? []
  const high = Math.max(red, green, blue)
  const spread = high - Math.min(red, green, blue)
  if (!spread) return { hue: 180, spread }
  const hue =
    high === red
      ? (green - blue) / spread
      : high === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  return { hue: (hue * 60 + 360) % 360, spread }
}
const fromRed = (hue: number) => Math.min(hue, 360 - hue)
const channel = fc.integer({ min: 0, max: 255 })

it('no accent comes out as the red of danger, whatever the page asks for', () => {
  fc.assert(
    fc.property(channel, channel, channel, fc.constantFrom('dark', 'light'), (red, green, blue, theme) => {
      const accent = computeAccent(apartFromDanger(`rgb(${red},${green},${blue})`), theme)
      for (const color of Object.values(accent ?? { none: '#e00000' })) {
        const { hue, spread } = hueOf(color)
        // Small steps of a channel turn the hue of a near grey far; a near grey is no red.
        if (spread > 60) expect(fromRed(hue)).toBeGreaterThanOrEqual(30)
      }
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['#ff0000', 35],
  ['#d1353b', 325],
  ['#c62f35', 325],
  ['hsl(10, 80%, 50%)', 35],
])('%s is turned to the hue %d', (asked, hue) => {
  expect(apartFromDanger(asked)).toMatch(new RegExp(`^hsla\\(${hue},`))
})

it.each([
  '#0b7a5c',
  'hsl(230, 100%, 67%)',
  '#888888',
  '#ffffff',
  '#ffcc00',
  '#ff00aa',
  'red',
  'var(--x)',
  '',
])('%j stays', (accent) => {
  expect(apartFromDanger(accent)).toBe(accent)
})
