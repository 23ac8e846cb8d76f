import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFiles } from '../readSources.ts'
import { errorIndex, listErrors } from './errorIndex.ts'

const root = join(import.meta.dirname, '..', '..')

test('an error is listed with what an EIP-1193 caller and a client of the service get', () => {
  const source = `import { defineError } from '@latchkey/errors'
    export const B = defineError({ name: 'B', code: 4002, httpStatus: 418, rpcCode: -32005, message: 'One, ' + 'two.' })
    export const A = /* @__PURE__ */ defineError({ name: 'A', code: 4001, message: 'Three.' })`
  expect(listErrors(new Map([['errors.ts', source]]))).toEqual([
    { name: 'A', code: 4001, message: 'Three.', rpcCode: -32603 },
    { name: 'B', code: 4002, message: 'One, two.', rpcCode: -32005, httpStatus: 418 },
  ])
})

test('an error that would be missing from the index is refused', () => {
  const source = `const code = 1\nexport const A = defineError({ name: 'A', code, message: 'One.' })`
  expect(() => listErrors(new Map([['errors.ts', source]]))).toThrow(/literals/)
})

test('every code of the product is in the index, once', () => {
  const index = errorIndex(root)
  const sources = readFiles(root, /^(?:packages|apps)\/[^/]+\/src\/.*[eE]rrors\.ts$/)
  const codes = [...sources.values()].flatMap((text) =>
    [...text.matchAll(/^ {2}(?:code: )?(\d{4}),$/gm)].map(([, code]) => code),
  )
  expect(codes.length).toBeGreaterThan(200)
  for (const code of codes) expect(index.split(`{#e${code}}`), code).toHaveLength(2)
})
