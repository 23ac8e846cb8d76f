import { describe, expect, test } from 'vitest'
import { coverageOfSection, type SectionReport, worstCoverage } from './sectionCoverage.ts'

const room = { width: 360, height: 640, footerTop: 540 }
const box = (top: number, bottom: number) => ({ left: 20, top, right: 340, bottom })
const section = (top: number, bottom: number, change: Partial<SectionReport> = {}) =>
  coverageOfSection({ bounds: box(top, bottom), seen: box(top, bottom), isVisible: true, ...change }, room)

describe('what is shown of a section', () => {
  test('all of it, with nothing over it', () => {
    expect(section(100, 200)).toBe('visible')
    expect(section(100, 200, { isVisible: false })).toBe('covered')
  })

  test('nothing, when it was scrolled away above or below', () => {
    const away = { seen: box(0, 0), isVisible: false }
    expect(section(-300, -100, away)).toBe('visible')
    expect(section(700, 800, away)).toBe('visible')
  })

  test('a part, under the footer or the upper edge', () => {
    expect(section(500, 600, { isVisible: false })).toBe('visible')
    expect(section(-50, 50, { seen: box(0, 50), isVisible: false })).toBe('visible')
  })

  test('less than stands in the window: the page cuts the frame off', () => {
    expect(section(100, 200, { seen: box(150, 200) })).toBe('outOfView')
    expect(section(500, 600, { seen: box(0, 0) })).toBe('outOfView')
  })
})

test('one bad section is enough', () => {
  expect(worstCoverage(['visible', 'visible'])).toBe('visible')
  expect(worstCoverage(['visible', 'unknown'])).toBe('unknown')
  expect(worstCoverage(['unknown', 'covered', 'outOfView'])).toBe('covered')
})
