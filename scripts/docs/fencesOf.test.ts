import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
      'latchkey/solana': source('sdk/src/solana.ts'),
      'latchkey/bitcoin': source('sdk/src/bitcoin.ts'),
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

/** What the compiler objects to in these files, by file. */
async function compile(files: ReadonlyMap<string, string>): Promise<{ file: string; text: string }[]> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS))
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  // One checker: several would each find out the types of the same packages.
  const args = [tsc, '-p', folder, '--pretty', 'false', '--checkers', '1']
  const { code, output, timedOut } = await run(process.execPath, args, {
    cwd: root,
    quiet: true,
    timeout: 120_000,
  })
  if (timedOut) throw new Error('The compiler took too long.')
  // What belongs to a message is indented below it.
  const texts = output.trim() === '' ? [] : output.trim().split(/\n(?! )/)
  if ((code === 0) !== (texts.length === 0)) throw new Error(`The compiler ended with ${code}: ${output}`)
  return texts.map((text) => ({ file: basename(/^[^(:]*/.exec(text)?.[0] ?? ''), text }))
}

const MISTAKE = 'docs-with-a-mistake-md-1.ts'
let fences: Map<string, string>
let wrong: Map<string, string>
let told: { file: string; text: string }[]
beforeAll(async () => {
  // Recipes that change this repository are followed by npm run recipes; the reference is written by a compiler.
  const pages = readFiles(
    root,
    /^(?:README\.md|packages\/latchkey\/README\.md|docs\/(?:[^/]+|recipes\/(?!add-)[^/]+)\.md)$/,
  )
  const page = ['<!-- given', 'const given: number = 1', '-->', '', '```ts', 'given.nothing()', '```'].join(
    '\n',
  )
  fences = fencesOf(pages)
  wrong = fencesOf(new Map([['docs/with-a-mistake.md', page]]))
  // In one go: most of the time goes to the packages that the blocks use.
  told = await compile(new Map([...fences, ...wrong]))
})

test('every TypeScript block on a page for hosts compiles', () => {
  expect(fences.size).toBeGreaterThan(15)
  expect([...fences.keys()]).not.toContain(MISTAKE)
  expect(told.filter(({ file }) => file !== MISTAKE)).toEqual([])
})

test('a mistake in a block, or in what is given to it, is told', () => {
  expect([...wrong.keys()]).toEqual([MISTAKE])
  expect(told.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/docs-with-a-mistake-md-1\.ts\(2,7\).*'nothing' does not exist/),
  )
})
