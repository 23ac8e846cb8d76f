import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { computeAccent, contrast, parseColor, type Rgb } from './computeAccent.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const read = (block: string): Map<string, string> =>
  new Map([...block.matchAll(/--lk-([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
const [darkBlock = '', lightBlock = ''] = css.split(/^}/m)
const dark = read(darkBlock)
const themes = { dark, light: new Map([...dark, ...read(lightBlock)]) }

const colorOf = (tokens: Map<string, string>, name: string): Rgb => {
  const color = parseColor(tokens.get(name) ?? '')
  if (!color) throw new Error(`No colour in --lk-${name}`)
  return [color[0], color[1], color[2]]
}

describe.each(['dark', 'light'] as const)('the %s theme', (name) => {
  const tokens = themes[name]
  const pairs = [
    ...['text', 'text-2', 'accent-text', 'success', 'warning', 'danger'].flatMap((text) =>
      ['background', 'surface-1', 'surface-2'].map((surface) => [text, surface] as const),
    ),
    ['text', 'success-surface'],
    ['text', 'warning-surface'],
    ['text', 'danger-surface'],
    ['text-2', 'danger-surface'],
    ['success', 'success-surface'],
    ['warning', 'warning-surface'],
    ['danger', 'danger-surface'],
    ['on-accent', 'accent-fill'],
    ['on-danger', 'danger-fill'],
  ] as const

  it.each(pairs)('can read %s on %s (WCAG 1.4.3)', (text, surface) => {
    expect(contrast(colorOf(tokens, text), colorOf(tokens, surface))).toBeGreaterThanOrEqual(4.5)
  })

  it('has the accent that computeAccent gives', () => {
    const accent = computeAccent(tokens.get('accent') ?? '', name)
    expect(accent).toMatchObject({
      fill: tokens.get('accent-fill'),
      on: tokens.get('on-accent'),
      text: tokens.get('accent-text'),
    })
  })
})

describe('the masters', () => {
  it.each([
    ['R9-59', 'font-master', '10px'],
    ['R9-60', 'radius-master', '4px'],
    ['R2-56', 'width', '360px'],
    ['R2-57', 'z-index', '999'],
    ['R9-61', 'press', '75ms'],
    ['R9-61', 'hover', '125ms'],
    ['R9-61', 'sheet', '200ms'],
    ['R2-53', 'header-time', '120ms'],
    ['R2-54', 'height-time', '150ms'],
    ['R2-55', 'view-time', '150ms'],
  ])('%s %s is %s', (_, name, value) => {
    expect(dark.get(name)).toBe(value)
  })

  it.each([
    ['R2-59 R9-58', 'dark', 'background', '#121313'],
    ['R2-58 R9-57', 'light', 'background', '#ffffff'],
    ['R2-59 R9-56', 'dark', 'accent', 'hsla(230, 100%, 67%, 1)'],
    ['R2-58 R9-55', 'light', 'accent', 'hsla(231, 100%, 70%, 1)'],
  ] as const)('%s in %s, %s is %s', (_, theme, name, value) => {
    expect(themes[theme].get(name)).toBe(value)
  })
})
