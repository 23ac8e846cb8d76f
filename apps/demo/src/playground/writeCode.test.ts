import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compile as compileSvelte } from 'svelte/compiler'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Choices, DEFAULTS, NETWORKS } from './choices.ts'
import { FRAMEWORKS, writeCode } from './writeCode.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const requireVue = createRequire(join(root, 'packages', 'vue', 'package.json'))

/** As little as possible, everything at once, and what has to be quoted. */
const CASES: Readonly<Record<string, Choices>> = {
  ordinary: DEFAULTS,
  everything: {
    mode: 'dark',
    accent: '#0b7a5c',
    font: 'rounded',
    radius: 0,
    width: 480,
    methods: ['wallet', 'social', 'email'],
    socials: ['x', 'google'],
    passkeys: false,
    networks: NETWORKS,
    language: 'de',
    account: 'eoa',
    device: 'phone',
  },
  preset: { ...DEFAULTS, accent: '#0b7a5c', networks: ['polygon'] },
  single: { ...DEFAULTS, methods: ['email'], socials: [], mode: 'light' },
}

let folder: string
beforeAll(() => {
  const parent = join(root, '.latchkey')
  mkdirSync(parent, { recursive: true })
  folder = mkdtempSync(join(parent, 'playground-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What TypeScript reads of a component: its script. Svelte makes variables of stores that begin with a dollar sign. */
const scriptOf = (text: string): string => /<script[^>]*>\n([\s\S]*?)<\/script>/.exec(text)?.[1] ?? ''

/** Writes a file, components as a module of their script, with an import that TypeScript can follow. */
function write(place: string, name: string, text: string): void {
  const isComponent = /\.(?:vue|svelte)$/.test(name)
  const used = '\nexport const used = [account, open]\nexport default {}\n'
  const source = isComponent ? scriptOf(text) + used : text
  writeFileSync(join(place, isComponent ? `${name}.ts` : name), source)
}

test('the code of every framework fits the types of the package', () => {
  for (const [name, choices] of Object.entries(CASES))
    for (const framework of FRAMEWORKS) {
      const place = join(folder, name, framework)
      mkdirSync(place, { recursive: true })
      for (const file of writeCode(framework, choices)) write(place, file.name, file.text)
    }
  const source = (path: string) => [join(root, 'packages', ...path.split('/'))]
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        declarationMap: false,
        noEmit: true,
        paths: {
          latchkey: source('sdk/src/index.ts'),
          'latchkey/react': source('sdk/src/react.ts'),
          'latchkey/vue': source('vue/src/composables.ts'),
          'latchkey/svelte': source('svelte/src/stores.ts'),
        },
      },
      include: ['**/*'],
    }),
  )
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  // One checker: several would each find out the types of the same packages.
  const args = [tsc, '-p', folder, '--pretty', 'false', '--checkers', '1']
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout + stderr).toBe('')
})

test('a wrong option would be found: the types are those of the package', () => {
  const [file] = writeCode('ts', DEFAULTS)
  expect(file?.text).toContain("import { base, createLatchkey, localhost, themePresets } from 'latchkey'")
  expect(file?.text).toContain('  ...themePresets.sea,')
})

test('the templates are those of their frameworks', () => {
  const { compileTemplate, parse } = requireVue('vue/compiler-sfc')
  const component = (framework: 'vue' | 'svelte') => writeCode(framework, DEFAULTS).at(-1)?.text ?? ''
  const { descriptor, errors } = parse(component('vue'))
  expect(errors).toEqual([])
  const source = descriptor.template.content
  expect(compileTemplate({ id: 'app', filename: 'App.vue', source }).errors).toEqual([])
  const { js, warnings } = compileSvelte(component('svelte'), { filename: 'App.svelte' })
  expect(warnings).toEqual([])
  expect(js.code).toContain('latchkeyStores')
})

test('what a visitor has chosen stands in the code, and what is by default does not', () => {
  const text = (choices: Choices) => writeCode('ts', choices)[0]?.text ?? ''
  expect(text(DEFAULTS)).not.toMatch(
    /themeMode|themeVariables|locale|enableWallets|connectMethodsOrder|defaultAccountTypes/,
  )
  const all = text(CASES.everything as Choices)
  for (const line of [
    "  themeMode: 'dark',",
    "  accent: '#0b7a5c',",
    "  locale: 'de',",
    "  connectMethodsOrder: ['wallet', 'social', 'email'],",
    "  defaultAccountTypes: { eip155: 'eoa' },",
    '  networks: [base, mainnet, optimism, arbitrum, polygon, baseSepolia, localhost],',
    "import { optimism, arbitrum, polygon } from 'viem/chains'",
  ])
    expect(all).toContain(line)
  expect(text(CASES.single as Choices)).toContain('  enableWallets: false,')
})
