import { expect, it } from 'vitest'
import { type GraphModule, planChunks } from './planChunks.ts'

const entries = [
  { name: 'index', source: 'sdk/index.ts' },
  { name: 'react', source: 'sdk/react.ts' },
  { name: 'verify', source: 'siwx/verify.ts' },
]
const chunks = [{ chunk: 'open', roots: ['modal/mount.tsx'] }]
const module = (path: string, imported: string[] = [], later: string[] = []): GraphModule => {
  const ids = (paths: string[]) => paths.map((one) => `/packages/${one}`)
  return { id: `/packages/${path}`, imported: ids(imported), later: ids(later) }
}
const plan = (graph: GraphModule[]) => planChunks('/packages', graph, { entries, chunks })
const graph = [
  module('sdk/index.ts', ['core/open.ts', 'errors.ts'], ['modal/mount.tsx']),
  module('sdk/react.ts', ['react/hooks.ts', 'sdk/own.ts']),
  module('siwx/verify.ts', ['errors.ts']),
  module('core/open.ts'),
  module('errors.ts'),
  module('sdk/own.ts'),
  module('react/hooks.ts', ['core/open.ts']),
  module(
    'modal/mount.tsx',
    ['react/hooks.ts', 'modal/part.tsx'],
    ['modal/src/views/a/A.tsx', 'modal/src/views/b/B.tsx'],
  ),
  module('modal/part.tsx'),
  module('modal/src/views/a/A.tsx', ['modal/part.tsx', 'modal/shared.tsx', 'modal/onlyA.tsx']),
  module('modal/src/views/b/B.tsx', ['modal/shared.tsx'], ['i18n/src/locales/de.ts']),
  module('modal/shared.tsx'),
  module('modal/onlyA.tsx'),
  module('i18n/src/locales/de.ts'),
]

it('a click loads one chunk, a view another, and what two views share a third', () => {
  const of = (path: string) => plan(graph).get(`/packages/${path}`)
  expect(of('core/open.ts')).toBe('entry')
  expect(of('modal/mount.tsx')).toBe('open')
  expect(of('modal/part.tsx')).toBe('open')
  expect(of('modal/src/views/a/A.tsx')).toBe('view-a')
  expect(of('modal/onlyA.tsx')).toBe('view-a')
  expect(of('modal/shared.tsx')).toBe('parts')
  expect(of('i18n/src/locales/de.ts')).toBe('language-de')
})

it('what the modal shares with an entry makes neither load the other', () => {
  const of = (path: string) => plan(graph).get(`/packages/${path}`)
  expect(of('react/hooks.ts')).toBe('react-shared')
  expect(of('sdk/own.ts')).toBe('react-only')
  // A back end that verifies loads no page.
  expect(of('errors.ts')).toBe('base')
})

it('refuses a root that has moved', () => {
  expect(() => plan(graph.filter(({ id }) => id !== '/packages/modal/mount.tsx'))).toThrow(
    'packages/modal/mount.tsx',
  )
})
