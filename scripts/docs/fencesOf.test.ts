import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '../install/run.mjs'
import { readFiles } from '../readSources.ts'
import { fencesOf } from './fencesOf.ts'

const root = join(import.meta.dirname, '..', '..')
/** Within the repository, where its libraries are found; nothing of it is kept. */
const folder = join(root, '.latchkey', `fences-${process.pid}`)
const source = (path: string) => [join(root, 'packages', path)]
const SETTINGS = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: {
    noEmit: true,
    composite: false,
    emitDeclarationOnly: false,
    declarationMap: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    paths: {
      latchkey: source('sdk/src/index.ts'),
      'latchkey/react': source('sdk/src/react.ts'),
      'latchkey/networks': source('sdk/src/networks.ts'),
      'latchkey/vue': source('vue/src/composables.ts'),
      'latchkey/svelte': source('svelte/src/stores.ts'),
      'latchkey/elements': source('sdk/src/elements.ts'),
      'latchkey/devtools': source('sdk/src/devtools.ts'),
      'latchkey/headless': source('core/src/headless.ts'),
      'latchkey/wagmi': source('wagmi/src/latchkey.ts'),
      'latchkey/siwx': source('siwx/src/index.ts'),
      'latchkey/siwx/verify': source('siwx/src/verify.ts'),
      'latchkey/testing': source('testing/src/page.ts'),
    },
  },
  include: ['*.ts', '*.tsx'],
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function compile(files: ReadonlyMap<string, string>): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS))
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { code, output, timedOut } = await run(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: root,
    quiet: true,
    timeout: 120_000,
  })
  if (timedOut) throw new Error('The compiler took too long.')
  return code === 0 ? '' : `${code}: ${output.trim()}`
}

test('every TypeScript block on a page for hosts compiles', async () => {
  // Recipes that change this repository are followed by npm run recipes; the reference is written by a compiler.
  const pages = readFiles(
    root,
    /^(?:README\.md|packages\/latchkey\/README\.md|docs\/(?:[^/]+|recipes\/(?!add-)[^/]+)\.md)$/,
  )
  const fences = fencesOf(pages)
  expect(fences.size).toBeGreaterThan(15)
  expect(await compile(fences)).toBe('')
})

test('a mistake in a block, or in what is given to it, is told', async () => {
  const page = ['<!-- given', 'const given: number = 1', '-->', '', '```ts', 'given.nothing()', '```'].join(
    '\n',
  )
  const fences = fencesOf(new Map([['docs/page.md', page]]))
  expect([...fences.keys()]).toEqual(['docs-page-md-1.ts'])
  expect(await compile(fences)).toMatch(/docs-page-md-1\.ts\(2,7\).*'nothing' does not exist/)
})
