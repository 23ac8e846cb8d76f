import { expect, it } from 'vitest'
import { judgeShape, measureShape } from './shape.ts'

const shapeOf = (files: Record<string, string>) => measureShape(new Map(Object.entries(files)))
const limits = { folderCycles: 0, longestChain: 3, loneSmall: 100, crowded: 0, lines: 10 }

it('finds folders that reach each other, through types and lazy imports too', () => {
  const shape = shapeOf({
    'packages/core/src/a/one.ts': "import type { Two } from '../b/two.ts'",
    'packages/core/src/b/two.ts': "export const load = () => import('../c/three.ts')",
    'packages/core/src/c/three.ts': "export * from '../a/four.ts'",
    'packages/core/src/a/four.ts': 'export const four = 4',
    'packages/core/src/d/five.ts': "import { four } from '../a/four.ts'",
  })
  expect(shape.folderCycles.map((group) => group.sort())).toEqual([
    ['packages/core/src/a', 'packages/core/src/b', 'packages/core/src/c'],
  ])
})

it('finds cycles of what serves tests too, though it counts none of its lines', () => {
  const shape = shapeOf({
    'packages/testing/src/index.ts': "export * from './node/start.ts'",
    'packages/testing/src/devAccounts.ts': '',
    'packages/testing/src/node/start.ts': "import '../devAccounts.ts'",
    'packages/testing/src/node/start.test.ts': "import '../bitcoin/chain.ts'",
    'packages/testing/src/bitcoin/chain.ts': "import '../node/start.ts'",
  })
  expect(shape.folderCycles.map((group) => group.sort())).toEqual([
    ['packages/testing/src', 'packages/testing/src/node'],
  ])
  expect(shape.files).toBe(0)
})

it('follows the longest way across packages; files of one cycle count as one', () => {
  const shape = shapeOf({
    'packages/core/package.json': '{ "exports": { ".": "./src/index.ts" } }',
    'packages/core/src/index.ts': "export * from './left.ts'",
    'packages/core/src/left.ts': "import './right.ts'",
    'packages/core/src/right.ts': "import './left.ts'; import './leaf.ts'",
    'packages/core/src/leaf.ts': '',
    'apps/frame/src/top.ts': "import '@latchkey/core'",
  })
  expect(shape.longestChain.length).toBe(4)
  expect(shape.longestChain[0]).toBe('apps/frame/src/top.ts')
  expect(shape.longestChain.at(-1)).toBe('packages/core/src/leaf.ts')
})

it('finds small files that one file beside them imports', () => {
  const shape = shapeOf({
    'packages/core/src/user.ts':
      "import './small.ts'; import './long.ts'; import './below/small.ts'; import './shared.ts'",
    'packages/core/src/other.ts': "import './shared.ts'",
    'packages/core/src/small.ts': '',
    'packages/core/src/shared.ts': '',
    'packages/core/src/long.ts': 'x\n'.repeat(40),
    'packages/core/src/below/small.ts': '',
  })
  expect(shape.loneSmall).toEqual(['packages/core/src/small.ts'])
})

it('counts the product alone', () => {
  const shape = shapeOf({
    'packages/core/src/a.ts': 'one\ntwo\n',
    'packages/core/src/a.test.ts': '',
    'packages/i18n/src/locales/fr.ts': 'one\n',
    'packages/core/src/testing/b.ts': '',
    'packages/testing/src/c.ts': '',
    'apps/demo/src/d.ts': '',
    'scripts/e.ts': '',
  })
  expect([shape.files, shape.lines]).toEqual([1, 2])
})

it('finds crowded folders, and refuses what is above its limit', () => {
  const many = Object.fromEntries(
    Array.from({ length: 21 }, (_, index) => [`packages/core/src/f${index}.ts`, '']),
  )
  const shape = shapeOf(many)
  expect(shape.crowded).toEqual([{ folder: 'packages/core/src', files: 21 }])
  expect(judgeShape(shape, limits).problems).toEqual([
    'folders above 20 files: 1, at most 0',
    'product lines: 21, at most 10',
  ])
  expect(judgeShape(shape, { ...limits, crowded: 1, lines: 21 }).problems).toEqual([])
})
