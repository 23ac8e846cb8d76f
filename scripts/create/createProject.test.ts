import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { writeTemplates } from './templateOf.ts'

const root = join(import.meta.dirname, '..', '..')
const templates = join(root, 'packages', 'create-latchkey', 'dist', 'templates')
const main = join(root, 'packages', 'create-latchkey', 'src', 'main.mjs')

type Wanted = Record<'name' | 'template' | 'project' | 'walletOrigin' | 'apiOrigin', string>
/** What is published is plain JavaScript, so it is loaded as a visitor's Node would. */
const { createProject, DEFAULTS, nextSteps, PLACES, readArguments, TEMPLATES, UsageError } = (await import(
  pathToFileURL(join(root, 'packages', 'create-latchkey', 'src', 'createProject.mjs')).href
)) as {
  createProject(wanted: Wanted, places: { directory: string; templates: string }): string
  DEFAULTS: Omit<Wanted, 'name'>
  nextSteps(wanted: Wanted): string
  PLACES: Omit<Wanted, 'template'>
  readArguments(args: readonly string[]): Wanted
  TEMPLATES: readonly string[]
  UsageError: ErrorConstructor
}
let all: string
let directory: string
beforeAll(() => {
  writeTemplates(root)
  all = mkdtempSync(join(tmpdir(), 'create-latchkey-'))
})
beforeEach(() => {
  directory = mkdtempSync(join(all, 'place-'))
})
afterAll(() => rmSync(all, { recursive: true, force: true }))

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe.each(TEMPLATES)('the template %s', (template) => {
  it('has the project and the origins that were named, and no place is left', () => {
    const wanted = readArguments([
      'my-shop',
      `--template=${template}`,
      '--project',
      'shop_1',
      '--wallet-origin',
      'https://wallet.example.net',
      '--api-origin=https://api.example.net',
    ])
    const folder = createProject(wanted, { directory, templates })
    const files = filesIn(folder)
    const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
    for (const place of [...Object.values(PLACES), 'localhost:9', "'outside'", 'Outside'])
      expect(text).not.toContain(place)
    expect(text).toContain("projectId: 'shop_1'")
    expect(text).toContain("walletOrigin: 'https://wallet.example.net'")
    expect(text).toContain("apiOrigin: 'https://api.example.net'")
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ name: 'my-shop', private: true })
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['dev', 'build']))
    expect(manifest.dependencies.latchkey).toMatch(/^\^\d/)
    expect(manifest.outside).toBeUndefined()
    expect(existsSync(join(folder, '.gitignore'))).toBe(true)
  })

  it('is named as its folder is, though that name reads like a place', () => {
    const wanted = { ...DEFAULTS, name: 'my-latchkey-project', template }
    const folder = createProject(wanted, { directory, templates })
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(manifest.name).toBe('my-latchkey-project')
  })
})

test('the command makes the project and says what to do next; a second time it refuses and changes nothing', () => {
  const start = () =>
    execFileSync(process.execPath, [main, 'app'], { cwd: directory, encoding: 'utf8', stdio: 'pipe' })
  expect(start()).toMatch(/cd app\n {2}npm install\n {2}npm run dev/)
  const before = filesIn(directory).length
  expect(start).toThrow(/is not empty/)
  expect(filesIn(directory)).toHaveLength(before)
})

test.each([
  [[], 'it knows this address'],
  [['--project', 'shop'], 'has to allow your page'],
  [['--api-origin', 'https://api.example.net'], 'has to allow your page'],
])('with %j the next steps say who has to know the page', (args, said) => {
  expect(nextSteps(readArguments(['app', ...args]))).toContain(said)
})

test('a folder with something in it, a file and a link are refused; an empty folder is taken', () => {
  const wanted = (name: string) => ({ ...DEFAULTS, name })
  mkdirSync(join(directory, 'empty'))
  expect(createProject(wanted('empty'), { directory, templates })).toBe(join(directory, 'empty'))
  mkdirSync(join(directory, 'full'))
  writeFileSync(join(directory, 'full', '.env'), 'mine')
  expect(() => createProject(wanted('full'), { directory, templates })).toThrow(UsageError)
  expect(readdirSync(join(directory, 'full'))).toEqual(['.env'])
  writeFileSync(join(directory, 'file'), 'mine')
  expect(() => createProject(wanted('file'), { directory, templates })).toThrow('is not a folder')
  const elsewhere = mkdtempSync(join(all, 'elsewhere-'))
  symlinkSync(elsewhere, join(directory, 'link'))
  expect(() => createProject(wanted('link'), { directory, templates })).toThrow('is not a folder')
  expect(readdirSync(elsewhere)).toEqual([])
})

test.each([
  [],
  ['../app'],
  ['..'],
  ['.'],
  ['.hidden'],
  ['/tmp/app'],
  ['a/b'],
  ['a\\b'],
  ['App'],
  ['app..'],
  ['node_modules'],
  ['con'],
  ['aux.app'],
  ['"; rm -rf /'],
  ['one', 'two'],
  ['app', '--template'],
  ['app', '--template', 'angular'],
  ['app', '--template', '__proto__'],
  ['app', '--constructor', 'x'],
  ['app', '--project', "x', evil: '"],
  ['app', '--wallet-origin', 'javascript:alert(1)'],
  ['app', '--wallet-origin', "https://x.example'+evil+'"],
  ['app', '--wallet-origin', 'https://x.example/path'],
  ['app', '--api-origin', 'https://user:secret@x.example'],
  ['app', '--api-origin', '--template'],
])('%s %s %s is refused', (...args) => {
  expect(() => readArguments(args.filter((one) => one !== undefined))).toThrow(UsageError)
})

test('whatever is taken cannot leave the folder or the quotes', () => {
  const text = fc.oneof(fc.string(), fc.webUrl(), fc.domain())
  fc.assert(
    fc.property(text, text, text, (name, project, origin) => {
      let wanted: Wanted
      try {
        wanted = readArguments([name, '--project', project, '--wallet-origin', origin])
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError)
        return
      }
      expect(wanted.name).not.toMatch(/[/\\]|\.\./)
      expect(wanted.project + wanted.walletOrigin).not.toMatch(/['"`\\\n${}<>]/)
    }),
  )
})
