import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeAccent, contrast, parseColor, type Rgb } from './computeAccent.ts'

const rgb = (text: string): Rgb => {
  const color = parseColor(text)
  if (!color) throw new Error(`Not a colour: ${text}`)
  return [color[0], color[1], color[2]]
}
const surfaces = {
  dark: ['#121313', '#1b1d1d', '#252727'],
  light: ['#ffffff', '#f5f6f6', '#ebeded'],
} as const

describe('computeAccent', () => {
  it('is readable for every colour in both themes (WCAG 1.4.3)', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    const alpha = fc.integer({ min: 0, max: 100 })
    const theme = fc.constantFrom('dark' as const, 'light' as const)
    fc.assert(
      fc.property(channel, channel, channel, alpha, theme, (red, green, blue, a, name) => {
        const accent = computeAccent(`rgba(${red}, ${green}, ${blue}, ${a}%)`, name)
        if (!accent) throw new Error('A valid colour was refused')
        expect(contrast(rgb(accent.on), rgb(accent.fill))).toBeGreaterThanOrEqual(4.5)
        for (const surface of surfaces[name]) {
          expect(contrast(rgb(accent.text), rgb(surface))).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps a readable accent as it is', () => {
    expect(computeAccent('#ffcc00', 'light')).toMatchObject({
      accent: '#ffcc00',
      fill: '#ffcc00',
      on: '#000000',
    })
    expect(computeAccent('#0b57d0', 'light')).toEqual({
      accent: '#0b57d0',
      fill: '#0b57d0',
      on: '#ffffff',
      text: '#0b57d0',
    })
  })

  it('takes the other end for a grey that looks like the second button', () => {
    expect(computeAccent('#fff', 'light')).toMatchObject({ fill: '#000000', on: '#ffffff', text: '#000000' })
    expect(computeAccent('#222', 'dark')).toMatchObject({ fill: '#ffffff', on: '#000000', text: '#ffffff' })
    expect(computeAccent('#000', 'light')?.fill).toBe('#000000')
    expect(computeAccent('#777', 'dark')?.fill).not.toBe('#ffffff')
    // Its hue tells it apart.
    expect(computeAccent('#ff0', 'light')?.fill).not.toBe('#000000')
  })
  it('keeps a button visible on its card', () => {
    expect(computeAccent('#121313', 'dark')?.fill).not.toBe('#121313')
    expect(computeAccent('rgba(255, 0, 0, 0)', 'light')?.fill).not.toBe('#ffffff')
  })

  it.each(['blue', '', 'var(--accent)', '#fff}', 'hsl(1, 2%, 3%);'])('refuses %j', (text) => {
    expect(computeAccent(text, 'dark')).toBeUndefined()
  })
})
