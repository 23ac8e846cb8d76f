// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code
import { describe, expect, it } from 'vitest'
import { checkMetrics, measureFunctions, median } from './check-metrics.ts'

const check = (files: Record<string, string>) => checkMetrics(new Map(Object.entries(files)))
const messages = (files: Record<string, string>): string[] =>
  check(files).problems.map(({ path, line, message }) => `${path}:${line} ${message}`)
const lines = (count: number): string => 'x\n'.repeat(count)
const functions = (source: string, jsx = false) =>
  measureFunctions(source, jsx ? 'a.tsx' : 'a.ts').map(({ name, lines: count }) => [name, count])

describe('file length', () => {
  it('refuses 401 lines and takes 400', () => {
    expect(messages({ 'a.ts': lines(401) })).toEqual(['a.ts:1 401 lines, at most 400'])
    expect(messages({ 'a.ts': lines(400), 'b.css': lines(400) })).toEqual([])
    expect(messages({ 'b.css': lines(401) })).toEqual(['b.css:1 401 lines, at most 400'])
  })

  it.each([
    'packages/a/src/vectors/a.ts',
    'apps/service/drizzle/a.ts',
    'packages/modal/src/locales/en.ts',
    'packages/a/src/generated/a.ts',
    'packages/a/src/a.generated.ts',
    'apps/service/src/data/wallets.ts',
  ])('exempts %s', (path) => expect(messages({ [path]: lines(900) })).toEqual([]))
})

describe('function length', () => {
  const body = lines(79)

  it('refuses 81 lines and takes 80', () => {
    expect(messages({ 'a.ts': `\nfunction long() {\n${body}}` })).toEqual([
      'a.ts:2 long has 81 lines, at most 80',
    ])
    expect(messages({ 'a.ts': `function fits() {\n${lines(78)}}` })).toEqual([])
  })

  it.each([
    ['function a<T extends { b: 1 }>(c: T): { d: T } {\n}', [['a', 2]]],
    ['async function* a() {\n\n}', [['a', 3]]],
    ['const a = (b: number): Promise<{ c: 1 }> => {\n}', [['arrow function', 2]]],
    ['const a = b => {\n}', [['arrow function', 2]]],
    ['const a = (\n  b: 1,\n) => {\n}', [['arrow function', 4]]],
    ['run(async () => {\n})', [['function given to run', 2]]],
    [
      'class A { b(c = {}) {\n} get d(): string {\n} }',
      [
        ['b', 2],
        ['d', 2],
      ],
    ],
    ['if (a) {\n}\nfor (const b of c) {\n}\nwhile (a) {\n}\nswitch (a) {\n}', []],
    ['try { } catch (a) {\n}', []],
    ['const a = b ? c(d) : e\nif (f) {\n}', []],
    ['const a = { b: 1 }', []],
    ['function a(): () => void {\n}', [['a', 2]]],
    ['function a(): `0x${string}` {\n}', [['a', 2]]],
    ['const a = (b: unknown): b is { c: 1 } =>\n  d(b)\nconst e = { f: 1,\n}', []],
    ["describe('a', () => {\n const b = () => {\n }\n})", [['arrow function', 2]]],
    ["function a() {\n  b('{', '}', `(`)\n}", [['a', 3]]],
    ["describe('a', () => {\n it('b', () => {\n })\n})", [['function given to it', 2]]],
    ['const a = `${b(() => {\n})}}`', [['function given to b', 2]]],
  ])('measures %s', (source, expected) => expect(functions(source)).toEqual(expected))

  it('reads through elements', () => {
    const source = "function A() {\n  return <p onClick={() => {\n  }}>it's {'}'} {`}`}</p>\n}"
    expect(functions(source, true)).toEqual([
      ['arrow function', 2],
      ['A', 4],
    ])
  })
})

describe('any', () => {
  it('refuses the second in 1 999 lines and takes it in 2 000', () => {
    const full = { 'b.ts': lines(400), 'c.ts': lines(400), 'd.ts': lines(400), 'e.ts': lines(400) }
    const source = (count: number) => `let a: any\nlet b = c as any\n${lines(count - 2)}`
    const message = 'any, of which 1999 lines may hold 1'
    expect(messages({ 'a.ts': source(399), ...full })).toEqual([`a.ts:1 ${message}`, `a.ts:2 ${message}`])
    expect(messages({ 'a.ts': source(400), ...full })).toEqual([])
  })

  it('counts types alone', () => {
    const source = "// any\nPromise.any([]); z.any(); const a = { any: 'any' }; `any`; any(1)"
    expect(check({ 'a.ts': source }).anyCount).toBe(0)
    expect(check({ 'a.ts': 'let a: Record<string, any>; let b: any[]; type C = D | any' }).anyCount).toBe(3)
  })
})

describe('what is not used', () => {
  it.each([
    ['await page.waitForTimeout(5)', 'waitForTimeout: wait for what should happen instead'],
    ["vi.mock('./a.ts')", 'vi.mock: pass the dependency in instead'],
    ["vi.doMock('./a.ts')", 'vi.doMock: pass the dependency in instead'],
    ["jest.mock('./a.ts')", 'jest.mock: pass the dependency in instead'],
    [`// ${'TO'}${'DO'}: later`, `left-over note: // ${'TO'}${'DO'}: later`],
    [`/* ${'FIX'}${'ME'} */`, `left-over note: /* ${'FIX'}${'ME'} */`],
  ])('refuses %s', (source, message) => {
    expect(messages({ 'a.test.ts': `\n${source}` })).toEqual([`a.test.ts:2 ${message}`])
  })

  it('takes the words in a string, a comment or a longer name', () => {
    const source = `// vi.mock\nconst a = 'waitForTimeout'; vi.mocked(a); const ${'TO'}${'DO'}S = 1`
    expect(messages({ 'a.ts': source })).toEqual([])
  })
})

it('finds the median', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, 0])
})
