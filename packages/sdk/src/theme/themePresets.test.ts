import { computeAccent, contrast, parseColor, type Rgb } from '@latchkey/ui/accent'
import { expect, it } from 'vitest'
import { themePresets } from './themePresets.ts'

const rgb = (color: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = parseColor(color) ?? []
  return [red, green, blue]
}
/** The ground that is hardest to read on: the second surface of the theme, as in tokens.css. */
const ground = { dark: '#252727', light: '#ebeded' }

it.each(
  Object.entries(themePresets).flatMap(([name, { accent }]) =>
    (['dark', 'light'] as const).map((theme) => [name, theme, accent] as const),
  ),
)('the preset %s is readable in %s, on buttons and as text', (_name, theme, accent) => {
  const { fill = '', on = '', text = '' } = computeAccent(accent, theme) ?? {}
  expect(contrast(rgb(fill), rgb(on))).toBeGreaterThanOrEqual(4.5)
  expect(contrast(rgb(text), rgb(ground[theme]))).toBeGreaterThanOrEqual(4.5)
})

it('every preset follows the system, and there are three', () => {
  expect(Object.values(themePresets).map(({ themeMode }) => themeMode)).toEqual(['auto', 'auto', 'auto'])
})
