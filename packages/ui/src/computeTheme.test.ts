import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeAccent, contrast, parseColor, type Rgb, surfaces, toHex } from './computeAccent.ts'
import { computeGrounds, computeMeasures } from './computeTheme.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [darkBlock = '', lightBlock = ''] = css.split(/^}/m)
const tokenOf = (theme: 'dark' | 'light', name: string): Rgb => {
  const read = (block: string) => new RegExp(`--lk-${name}:\\s*([^;]+);`).exec(block)?.[1]
  const color = parseColor((theme === 'light' ? read(lightBlock) : undefined) ?? read(darkBlock) ?? '')
  if (!color) throw new Error(`No colour in --lk-${name}`)
  return [color[0], color[1], color[2]]
}
const TEXTS = ['text', 'text-2', 'success', 'warning', 'danger']
const themes = fc.constantFrom('dark' as const, 'light' as const)

describe('a background of the page', () => {
  it('carries every text of the theme, whatever colour it is (WCAG 1.4.3)', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(channel, channel, channel, themes, (red, green, blue, theme) => {
        const grounds = computeGrounds(`rgb(${red}, ${green}, ${blue})`, theme)
        if (!grounds) throw new Error('A valid colour was refused')
        const accent = computeAccent('#7f7f7f', theme, grounds)
        const texts = TEXTS.map((name) => tokenOf(theme, name))
        for (const ground of grounds) {
          for (const text of texts) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
          const [r, g, b] = parseColor(accent?.text ?? '') ?? [0, 0, 0]
          expect(contrast([r, g, b], ground)).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('stays as it is where all can be read on it, and the surfaces are those of the theme on its own ground', () => {
    expect(computeGrounds('#0d1117', 'dark')?.map(toHex)[0]).toBe('#0d1117')
    for (const theme of ['dark', 'light'] as const) {
      const [background, first, second] = surfaces[theme]
      const grounds = computeGrounds(toHex(background), theme) ?? []
      for (const [index, ground] of [background, first, second].entries())
        for (const channel of [0, 1, 2] as const)
          expect(Math.abs(ground[channel] - (grounds[index]?.[channel] ?? 0))).toBeLessThanOrEqual(2)
    }
  })

  it.each(['', 'blue', 'url(x)', '#12345', 'rgb(1 2 3);color:red'])('%j is refused', (background) => {
    expect(computeGrounds(background, 'dark')).toBeUndefined()
  })
})

describe('measures of the page', () => {
  it('are taken within their ranges', () => {
    expect(
      computeMeasures({ font: '"Inter Tight", Arial, sans-serif', fontSize: 12, radius: 0, width: 420 }),
    ).toEqual({
      '--lk-font': '"Inter Tight", Arial, sans-serif, system-ui, sans-serif',
      '--lk-font-master': '12px',
      '--lk-radius-master': '0px',
      '--lk-width': '420px',
    })
  })
  it.each([
    { fontSize: 9 },
    { fontSize: Number.NaN },
    { radius: -1 },
    { radius: 9 },
    { radius: '4px' as never },
    { width: 319 },
    { width: Number.POSITIVE_INFINITY },
    { font: 'x; color: red' },
    { font: 'url(https://evil.example)' },
    { font: '"unclosed' },
    { font: 'a'.repeat(201) },
  ])('%j is left out', (variables) => {
    expect(Object.values(computeMeasures(variables))).toEqual([undefined, undefined, undefined, undefined])
  })
})
