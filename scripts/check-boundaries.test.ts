// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code
import { describe, expect, it } from 'vitest'
import { checkBoundaries, type Violation } from './check-boundaries.ts'
import { findImports } from './findImports.ts'
import { findNamespaceNames } from './namespaceNames.ts'

const check = (files: Record<string, string>): Violation[] => checkBoundaries(new Map(Object.entries(files)))
const rules = (files: Record<string, string>): string[] => check(files).map(({ rule }) => rule)
const specifiers = (source: string, jsx = false): string[] =>
  findImports(source, jsx ? 'a.tsx' : 'a.ts').map(({ specifier, typeOnly }) =>
    typeOnly ? `type ${specifier}` : specifier,
  )

describe('findImports', () => {
  it.each([
    ["import 'a'", ['a']],
    ["import a from 'a'", ['a']],
    ["import a, { b, type C } from 'a'", ['a']],
    ['import * as a from "a"', ['a']],
    ["import {\n  b,\n  c as d,\n} from 'a'", ['a']],
    ["import type { B } from 'a'", ['type a']],
    ["import type B from 'a'", ['type a']],
    ["import type * as B from 'a'", ['type a']],
    ["import type from 'a'", ['a']],
    ["import type from from 'a'", ['type a']],
    ["import { type B } from 'a'", ['a']],
    ["export * from 'a'", ['a']],
    ["export * as b from 'a'", ['a']],
    ["export { b } from 'a'", ['a']],
    ["export type { B } from 'a'", ['type a']],
    ["export type * from 'a'", ['type a']],
    ["import json from './a.json' with { type: 'json' }", ['./a.json']],
    ["const a = await import('a')", ['a']],
    ["import(/* why */ 'a').then(b)", ['a']],
    ['const a = () => import(`a`)', ['a']],
    ["type A = import('a').B", ['type a']],
    ["type A = typeof import('a')", ['type a']],
    ["const a = (await import('a')).b", ['a']],
    ["const a = [...require('a')]", ['a']],
    ["import a = require('a')", ['a']],
    ["export { b }\nimport { c } from 'a'", ['a']],
    ["export const from = 'a'", []],
    ["export type A = { from: 'a' }", []],
    ["export default { from: 'a' }", []],
    ["import.meta.resolve('a')", []],
    ["loader.import('a'); ({ import: 'a' })", []],
    ['import(`a${b}`)', []],
  ] as const)('%s', (source, expected) => expect(specifiers(source)).toEqual(expected))

  it.each([
    "// import 'a'",
    "/* import 'a'\n import 'b' */",
    'const a = \'import "a"\'',
    "const a = `import 'a' ${`import 'b'`} import 'c'`",
    "const a = /import 'a'/; const b = /[/'\"`]/g",
    "const a = 'it\\'s'; // import 'a'",
  ])('finds nothing in %s', (source) => expect(specifiers(source)).toEqual([]))

  it.each([
    ["const a = `${import('a')} it's`\nimport 'b'", ['a', 'b']],
    ["const a = 6 / 2; import 'a'; const b = 3 / 1", ['a']],
    ["const a = (b) / 2 // '\nimport 'a'", ['a']],
    ["const a = b ? /'/ : /`/\nimport 'a'", ['a']],
    ["/** it's */ import 'a'", ['a']],
    ["import { a } from '.'\nimport 'b'", ['.', 'b']],
    ["const a = ['(', '{', 'from', 'import']\nimport 'b'", ['b']],
    ["#!/usr/bin/env it's\nimport 'a'", ['a']],
  ])('is not misled by %s', (source, expected) => expect(specifiers(source)).toEqual(expected))

  it.each([
    ["const a = <p>Don't import 'x' `</p>\nimport('a')", ['a']],
    ["const a = <A b='c' {...d}>{e && <B f={import('a')} />} // it's</A>\nimport('b')", ['a', 'b']],
    ["const a = <T,>(b: T) => b\nimport('a')", ['a']],
    ["type A = <T>(b: T) => T\nimport('a')", ['a']],
    ["const a = <T extends object>(b: T) => <p>it's</p>\nimport('a')", ['a']],
    ["const a = b < c ? `'` : d > e\nimport('a')", ['a']],
    ["const a = <>{/* it's */}<A.B<C> d /></>\nimport('a')", ['a']],
    ["() => { return <p>a / b</p> }\nimport('a')", ['a']],
  ])('reads elements: %s', (source, expected) => expect(specifiers(source, true)).toEqual(expected))

  it('says the line and the names', () => {
    expect(findImports("\n\nimport a, { b as c, type D, type as e } from 'f'", 'a.ts')).toEqual([
      { specifier: 'f', line: 3, typeOnly: false, names: ['*', 'b', 'D', 'type'] },
    ])
  })
})

describe('the import table', () => {
  it.each([
    ['packages/errors/src/a.ts', 'protocol', 'errors may not import protocol'],
    ['packages/ui/src/a.ts', 'errors', 'ui may not import errors'],
    ['packages/protocol/src/a.ts', 'bridge', 'protocol may not import bridge'],
    ['packages/bridge/src/a.ts', 'core', 'bridge may not import core'],
    ['packages/keyring/src/a.ts', 'protocol', 'keyring may not import protocol'],
    ['packages/core/src/a.ts', 'react', 'core may not import react'],
    ['packages/connectors/src/a.ts', 'modal', 'connectors may not import modal'],
    ['packages/chain-evm/src/a.ts', 'chain-solana', 'chain-evm may not import chain-solana'],
    ['packages/react/src/a.ts', 'errors', 'react may not import errors'],
    ['packages/modal/src/a.ts', 'connectors', 'modal may not import connectors'],
    ['packages/sdk/src/a.ts', 'keyring', 'sdk may not import keyring'],
    ['packages/wagmi/src/a.ts', 'react', 'wagmi may not import react'],
    ['packages/unlisted/src/a.ts', 'errors', 'unlisted may not import errors'],
    ['apps/frame/src/a.ts', 'keyring', 'frame may not import keyring'],
    ['apps/keys/src/a.ts', 'ui', 'keys may not import ui'],
    ['apps/service/src/a.ts', 'bridge', 'service may not import bridge'],
    ['apps/demo/src/a.ts', 'keyring', 'demo may not import keyring'],
    ['e2e/a.spec.ts', 'sdk', 'e2e may not import sdk'],
    ['scripts/a.ts', 'core', 'scripts may not import core'],
  ])('%s imports %s', (path, to, rule) => {
    expect(rules({ [path]: `import type { A } from '@latchkey/${to}'` })).toEqual([rule])
  })

  it.each([
    ['packages/protocol/src/a.ts', 'errors'],
    ['packages/core/src/a.ts', 'protocol/policy'],
    ['packages/sdk/src/a.ts', 'bridge'],
    ['packages/sdk/src/a.ts', 'chain-solana'],
    ['packages/testing/src/a.ts', 'keyring'],
    ['apps/keys/src/a.ts', 'keyring'],
    ['apps/demo/src/a.ts', 'testing'],
    ['e2e/a.spec.ts', 'testing'],
    ['scripts/a.ts', 'testing'],
  ])('lets %s import %s', (path, to) => {
    expect(rules({ [path]: `import { a } from '@latchkey/${to}'` })).toEqual([])
  })

  it.each([
    ['packages/chain-evm/src/a.ts', 'core'],
    ['packages/modal/src/a.ts', 'errors'],
    ['packages/wagmi/src/a.ts', 'core'],
    ['packages/bridge/src/a.ts', 'protocol'],
  ])('lets %s import types only from %s', (path, to) => {
    const rule = `${path.split('/')[1]} may import types only from ${to}`
    expect(rules({ [path]: `import { A } from '@latchkey/${to}'` })).toEqual([rule])
    expect(rules({ [path]: `import { type A } from '@latchkey/${to}'` })).toEqual([rule])
    expect(rules({ [path]: `export type { A } from '@latchkey/${to}'` })).toEqual([])
  })

  it('lets bridge name only what defineMethod declares', () => {
    const imported = (name: string) => ({
      'packages/protocol/src/schema/defineMethod.ts': 'export type Method = 1',
      'packages/bridge/src/a.ts': `import type { ${name} } from '@latchkey/protocol'`,
    })
    expect(rules(imported('Method as M'))).toEqual([])
    expect(rules(imported('Config'))).toEqual([
      'bridge may import only the types of defineMethod, not Config',
    ])
  })

  it('keeps protocol and bridge to the embedded files of connectors', () => {
    const source = "import { a } from '@latchkey/bridge'\nimport type { B } from '@latchkey/protocol/frame'"
    expect(rules({ 'packages/connectors/src/embedded.ts': source })).toEqual([])
    expect(rules({ 'packages/connectors/src/embeddedFrame.test.ts': source })).toEqual([])
    expect(rules({ 'packages/connectors/src/embedded/session.ts': source })).toEqual([])
    expect(rules({ 'packages/connectors/src/notembedded.ts': source })).toEqual([
      'connectors may import bridge in embedded files only',
      'connectors may import protocol in embedded files only',
    ])
    const client = "import { askChain } from '@latchkey/protocol/chainRpc'"
    expect(rules({ 'packages/connectors/src/network/readRpc.ts': client })).toEqual([])
  })

  it('lets frame import decode and not the root of a chain package', () => {
    const from = (specifier: string) => ({ 'apps/frame/src/a.ts': `import { a } from '${specifier}'` })
    expect(rules(from('@latchkey/chain-evm/decode'))).toEqual([])
    const rule = 'frame may import chain-evm/decode, nothing else of chain-evm'
    expect(rules(from('@latchkey/chain-evm'))).toEqual([rule])
    expect(rules(from('@latchkey/chain-evm/decoder'))).toEqual([rule])
    expect(rules(from('@latchkey/chain-bitcoin/decode'))).toEqual([])
    const signing = 'chain-bitcoin/decode/sign is for keys alone'
    expect(rules(from('@latchkey/chain-bitcoin/decode/sign'))).toEqual([signing])
  })

  it('lets the provider of chain-evm import core and protocol, and nothing else of chain-evm', () => {
    const source = "import { a } from '@latchkey/core'\nimport { b } from '@latchkey/protocol'"
    expect(rules({ 'packages/chain-evm/src/provider/a.ts': source })).toEqual([])
    expect(rules({ 'packages/chain-evm/src/decode/a.ts': source })).toEqual([
      'chain-evm may import types only from core',
      'chain-evm may import protocol in its provider only',
    ])
  })

  it('keeps testing to tests', () => {
    const source = "import { a } from '@latchkey/testing'"
    expect(
      rules({ 'apps/frame/src/a.test.ts': source, 'packages/core/src/a.browser.test.tsx': source }),
    ).toEqual([])
    expect(rules({ 'apps/frame/src/a.ts': source })).toEqual(['frame may import testing in test files only'])
  })

  it('prints the edge with its place', () => {
    expect(check({ 'packages/ui/src/a.ts': "\nimport '@latchkey/core'" })).toEqual([
      {
        path: 'packages/ui/src/a.ts',
        line: 2,
        rule: 'ui may not import core',
        edge: 'packages/ui/src/a.ts → @latchkey/core',
      },
    ])
  })
})

describe('imports within and between packages', () => {
  it.each([
    ['../../core/src/a.ts', 'a relative import stays in its package'],
    ['../../../scripts/a.ts', 'a relative import stays in its package'],
    ['./index.ts', 'no file imports its own package’s index'],
    ['./index', 'no file imports its own package’s index'],
    ['.', 'no file imports its own package’s index'],
    ['@latchkey/ui', 'no file imports its own package by name'],
    ['@latchkey/ui/parts', 'no file imports its own package by name'],
  ])('refuses %s', (specifier, rule) => {
    const files = {
      'packages/ui/src/index.ts': '',
      'packages/ui/src/a.ts': `import type { A } from '${specifier}'`,
    }
    expect(rules(files)).toEqual([rule])
  })

  it('lets a file import the index of a folder', () => {
    const files = {
      'packages/ui/src/parts/index.ts': '',
      'packages/ui/src/a.ts': "import './parts/index.ts'",
    }
    expect(rules(files)).toEqual([])
  })

  it('keeps slices apart', () => {
    const slice = 'packages/core/src/slices'
    const rule = 'a slice never imports a slice'
    expect(rules({ [`${slice}/a.ts`]: "import type { B } from './b.ts'" })).toEqual([rule])
    expect(rules({ [`${slice}/a/x.ts`]: "import { b } from '../b/y.ts'" })).toEqual([rule])
    expect(rules({ [`${slice}/a/x.ts`]: "import { b } from './y.ts'" })).toEqual([])
    expect(rules({ [`${slice}/a.test.ts`]: "import { b } from './b.ts'" })).toEqual([])
  })

  it('keeps what is internal inside', () => {
    const source = "import { a } from '@latchkey/core/internal/store'"
    expect(rules({ 'packages/react/src/a.ts': source })).toEqual(['what is internal to core stays there'])
    expect(rules({ 'packages/core/src/a.ts': "import './internal/store.ts'" })).toEqual([])
  })

  it.each(['utils', 'helpers', 'common', 'constants', 'types'])('refuses a file named %s', (name) => {
    const rule = `no file is named ${name}: name the thing`
    expect(rules({ [`packages/ui/src/${name}.ts`]: '' })).toEqual([rule])
    expect(rules({ [`packages/ui/src/deep/${name}.test.tsx`]: '' })).toEqual([rule])
    expect(rules({ [`packages/ui/src/date${name}.ts`]: '' })).toEqual([])
  })
})

describe('cycles', () => {
  const packageJson = (name: string) => JSON.stringify({ name, exports: { '.': './src/index.ts' } })

  it('refuses a cycle between files at run time', () => {
    const files = {
      'packages/ui/src/a.ts': "import './b.ts'",
      'packages/ui/src/b.ts': "\nexport * from './c'",
      'packages/ui/src/c.ts': "const a = () => import('./a.ts')",
    }
    expect(check(files)).toEqual([
      {
        path: 'packages/ui/src/a.ts',
        line: 1,
        rule: 'no cycle between files at run time',
        edge: 'packages/ui/src/a.ts → packages/ui/src/b.ts → packages/ui/src/c.ts → packages/ui/src/a.ts',
      },
    ])
  })

  it('refuses a file that imports itself', () => {
    expect(rules({ 'packages/ui/src/a.ts': "import './a.ts'" })).toEqual([
      'no cycle between files at run time',
    ])
  })

  it('allows a cycle that types alone close, within a package', () => {
    const files = {
      'packages/ui/src/a.ts': "import './b.ts'",
      'packages/ui/src/b.ts': "import type { A } from './a.ts'",
    }
    expect(rules(files)).toEqual([])
  })

  it('follows a cycle through packages', () => {
    const files = {
      'apps/demo/package.json': packageJson('@latchkey/demo'),
      'apps/demo/src/index.ts': "import '@latchkey/testing'",
      'packages/testing/package.json': packageJson('@latchkey/testing'),
      'packages/testing/src/index.ts': "import '@latchkey/demo'",
    }
    expect(rules(files)).toEqual([
      'no cycle between files at run time',
      'no cycle between packages, types included',
    ])
  })

  it('refuses a cycle of types between packages, tests left out', () => {
    const files = (demo: string) => ({
      'apps/demo/package.json': packageJson('@latchkey/demo'),
      'apps/demo/src/index.ts': '',
      [demo]: "import type { A } from '@latchkey/testing'",
      'packages/testing/package.json': packageJson('@latchkey/testing'),
      'packages/testing/src/index.ts': "import type { B } from '@latchkey/demo'",
    })
    expect(rules(files('apps/demo/src/a.ts'))).toEqual(['no cycle between packages, types included'])
    expect(rules(files('apps/demo/src/a.test.ts'))).toEqual([])
  })
})

describe('deadlines', () => {
  const source = '// AbortSignal.timeout(1)\nexport const signal: AbortSignal = AbortSignal.timeout(1)'
  it('come from std in product code', () => {
    expect(check({ 'apps/keys/src/a.ts': source }).map(({ line, edge }) => [line, edge])).toEqual([
      [2, 'AbortSignal.timeout'],
    ])
    expect(rules({ 'apps/keys/src/a.ts': 'const f = (a: AbortSignal, timeout: number) => a' })).toEqual([])
  })
  it.each(['apps/keys/src/a.test.ts', 'apps/keys/src/testing/a.ts', 'packages/testing/src/a.ts'])(
    'come from anywhere in %s',
    (path) => expect(rules({ [path]: source })).toEqual([]),
  )
})

it('what browsers of the docs do not have is used on servers and in tests alone', () => {
  const edges = (path: string) => check({ [path]: "URL.canParse('')" }).map(({ edge }) => edge)
  expect(edges('packages/siwx/src/message/a.ts')).toEqual(['URL.canParse'])
  expect([...edges('packages/siwx/src/verify/a.ts'), ...edges('apps/keys/src/a.test.ts')]).toEqual([])
})

describe('package.json', () => {
  const manifest = (field: string, name: string) =>
    JSON.stringify({ name: 'x', [field]: { [`@latchkey/${name}`]: '0.1.0', zod: '4' } }, null, 2)

  it('refuses a dependency that the table forbids', () => {
    expect(check({ 'packages/core/package.json': manifest('peerDependencies', 'react') })).toEqual([
      {
        path: 'packages/core/package.json',
        line: 4,
        rule: 'core may not depend on react',
        edge: 'core → @latchkey/react (peerDependencies)',
      },
    ])
  })

  it('takes testing as a devDependency only', () => {
    expect(rules({ 'apps/keys/package.json': manifest('dependencies', 'testing') })).toEqual([
      'testing is a devDependency',
    ])
    expect(rules({ 'apps/keys/package.json': manifest('devDependencies', 'testing') })).toEqual([])
    expect(rules({ 'apps/demo/package.json': manifest('dependencies', 'testing') })).toEqual([])
  })
})

describe('names of namespaces', () => {
  const lines = (path: string, source: string, exceptions: readonly string[] = []) =>
    findNamespaceNames(new Map([[path, source]]), exceptions).map(({ line }) => line)

  it.each([
    "const a = 'eip155'",
    'const a = `eip155:${b}`',
    "const a = b.startsWith('solana:')",
    "const a = 'bip122_addressesChanged'",
    'const a = /^(?:eip155|solana):/.test(b)',
    "type A = { namespace: 'eip155' | 'solana' }",
    'const a = { eip155: 1 }',
    'const a = b.eip155',
    'type A = { solana: string }',
  ])('stand in no product file: %s', (source) => {
    expect(lines('packages/core/src/a.ts', `\n${source}`)).toEqual([2])
    expect(lines('apps/frame/src/screens/a.tsx', `\n${source}`)).toEqual([2])
  })

  it.each([
    "const a = 'eip1559'",
    '// eip155',
    "import { a } from '@latchkey/chain-solana'\nconst b = () => import('./solana/b.ts')",
    "const a = 'solanaWallet'",
    'const eip155 = 1',
  ])('are nothing else: %s', (source) => expect(lines('packages/core/src/a.ts', source)).toEqual([]))

  it.each([
    'packages/chain-evm/src/a.ts',
    'apps/frame/src/chains/evm/a.ts',
    'packages/core/src/interfaces/Connector.ts',
    'packages/i18n/src/locales/en.ts',
    'packages/core/src/a.test.ts',
    'packages/modal/src/workbench/a.ts',
    'packages/testing/src/a.ts',
    'apps/demo/src/a.ts',
  ])('may stand in %s', (path) => expect(lines(path, "const a = 'eip155'")).toEqual([]))

  it('may stand in an exception, which fails as soon as it is not needed', () => {
    const path = 'packages/core/src/a.ts'
    expect(lines(path, "const a = 'eip155'", [path])).toEqual([])
    expect(findNamespaceNames(new Map([[path, 'const a = 1']]), [path])).toMatchObject([
      { path, rule: 'this exception is not needed any more: take it off the list' },
    ])
    expect(findNamespaceNames(new Map(), [path])).toHaveLength(1)
  })
})
