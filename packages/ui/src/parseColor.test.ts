import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseColor } from './computeAccent.ts'

describe('parseColor', () => {
  it.each([
    ['#fff', [255, 255, 255, 1]],
    ['#FFCC0080', [255, 204, 0, 128 / 255]],
    ['#0a7c', [0, 170, 119, 204 / 255]],
    [' rgb(87, 115, 255) ', [87, 115, 255, 1]],
    ['rgba(87,115,255,.5)', [87, 115, 255, 0.5]],
    ['rgb(87 115 255 / 50%)', [87, 115, 255, 0.5]],
    ['hsla(230, 100%, 67%, 1)', [87, 115, 255, 1]],
    ['hsl(120deg 100% 25%)', [0, 128, 0, 1]],
    ['hsl(360, 100%, 50%)', [255, 0, 0, 1]],
  ])('reads %s', (text, color) => {
    expect(parseColor(text)).toEqual(color)
  })

  it.each([
    '',
    'red',
    'transparent',
    'currentColor',
    '#ff',
    '#fffff',
    '#ggg',
    '#fff;background:url(//x)',
    'rgb(256, 0, 0)',
    'rgb(1, 2)',
    'rgb(1, 2, 3, )',
    'rgb(1, 2, 3, 2)',
    'rgb(1, 2, 3, 101%)',
    'rgb(1 2, 3)',
    'rgb(-1, 2, 3)',
    'rgb(1, 2, 3)) ',
    'rgb(1,2,3)\n}',
    'hsl(361, 1%, 1%)',
    'hsl(1, 101%, 1%)',
    'hsl(1, 1, 1)',
    'var(--x)',
    'url(javascript:1)',
    'expression(1)',
    'color(srgb 1 0 0)',
    `#fff${' '.repeat(80)}`,
  ])('refuses %j', (text) => {
    expect(parseColor(text)).toBeUndefined()
  })

  it('answers with a colour in range or with nothing', () => {
    const piece = fc.constantFrom(
      'rgb(',
      'hsla(',
      '#',
      '1',
      '99',
      '%',
      ',',
      ' ',
      '/',
      '.',
      ')',
      'f',
      ';',
      '}',
      'deg',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const color = parseColor(pieces.join(''))
        if (!color) return
        for (const channel of color.slice(0, 3)) {
          expect(Number.isInteger(channel) && channel >= 0 && channel <= 255).toBe(true)
        }
        expect(color[3]).toBeGreaterThanOrEqual(0)
        expect(color[3]).toBeLessThanOrEqual(1)
      }),
    )
  })
})
