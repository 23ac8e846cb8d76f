import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modulesOf } from './modulesOf.ts'

/** Built from one line each of two modules: the first columns are of `a.ts`, those from 20 on of `b.ts`. */
function built() {
  const folder = mkdtempSync(join(tmpdir(), 'trace-'))
  const file = join(folder, 'first.js')
  writeFileSync(file, 'function a(){return}function b(){return}')
  const sources = ['packages/core/src/a.ts', 'packages/testing/src/b.ts']
  // Segments: column 1 → source 0; column 20 → source 1 (deltas as base64 VLQ).
  writeFileSync(`${file}.map`, JSON.stringify({ version: 3, sources, names: [], mappings: 'CAAA,mBCAA' }))
  return { folder, file }
}
const ran = (startOffset: number, count: number) => ({
  functionName: 'one',
  ranges: [{ startOffset, endOffset: startOffset + 20, count }],
})
const urlOf = 'http://wallet.test/first.js'

test('finds the module of each function that ran', () => {
  const { folder, file } = built()
  const scripts = [{ url: urlOf, functions: [ran(1, 1)] }]
  expect([...modulesOf(scripts, () => file, folder)]).toEqual(['packages/core/src/a.ts'])
})

test('a function that begins before its first place in the map is of its own module, not of the one before', () => {
  const { folder, file } = built()
  expect(modulesOf([{ url: urlOf, functions: [ran(19, 1)] }], () => file, folder).size).toBe(0)
})

test('counts no function that did not run, no script of others and nothing that only tests use', () => {
  const { folder, file } = built()
  expect(modulesOf([{ url: urlOf, functions: [ran(1, 0), ran(20, 1)] }], () => file, folder).size).toBe(0)
  expect(modulesOf([{ url: urlOf, functions: [ran(1, 1)] }], () => undefined, folder).size).toBe(0)
})
