import { expect, it } from 'vitest'
import { SAMPLE_URI } from '../workbench/pretend/samplePairing.ts'
import { qrPath } from './QrCode.tsx'

/** The modules that a path covers, as a set of `x,y`. */
function modulesOf(path: string): Set<string> {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)]
  expect(runs.map(([run]) => run).join('')).toBe(path)
  return new Set(
    runs.flatMap(([, x, y, width]) =>
      Array.from({ length: Number(width) }, (_, step) => `${Number(x) + step},${y}`),
    ),
  )
}

it.each([false, true])('leaves a quiet zone of 4 modules (logo: %s)', (hasLogo) => {
  const { path, size } = qrPath(SAMPLE_URI, hasLogo)
  for (const module of modulesOf(path)) {
    for (const at of module.split(',').map(Number)) {
      expect(at).toBeGreaterThanOrEqual(4)
      expect(at).toBeLessThan(size - 4)
    }
  }
})

it('has the three finder patterns (ISO/IEC 18004, 6.3.3)', () => {
  const { path, size } = qrPath(SAMPLE_URI, false)
  const modules = modulesOf(path)
  const last = size - 4 - 7
  for (const [left, top] of [
    [4, 4],
    [last, 4],
    [4, last],
  ] as const) {
    for (let step = 0; step < 7; step += 1) expect(modules.has(`${left + step},${top}`)).toBe(true)
    expect(modules.has(`${left + 1},${top + 1}`)).toBe(false)
    expect(modules.has(`${left + 3},${top + 3}`)).toBe(true)
  }
})

it('is denser with a logo: more of it may be covered', () => {
  expect(qrPath(SAMPLE_URI, true).size).toBeGreaterThan(qrPath(SAMPLE_URI, false).size)
})
