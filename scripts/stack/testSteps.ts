import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../install/run.mjs'
import { isPassed, runOutside } from '../outside/runOutside.ts'
import { recipes } from '../recipes/recipes.ts'
import { copyTree, tryRecipes } from '../recipes/tryRecipe.ts'
import { buildAll } from './buildAll.ts'
import { changedFiles, endToEndInputs } from './changedFiles.ts'
import { failedInHooks, failedInPlaywright, failedInVitest } from './failedTests.ts'
import type { Outcome, Stage, Step, StepOutput } from './runStages.ts'
import { nothing, playwrightTally, type Tally, vitestTally } from './tally.ts'

export type TestOptions = {
  root: string
  signal: AbortSignal
  only?: string
  /** A revision of git: only what a change since then touches. */
  changed?: string
  /** Makes sure that there are browsers. */
  installBrowsers: (log: (line: string) => void) => Promise<void>
}

/** A runner that hangs is ended after this many milliseconds. */
const RUNNER_TIMEOUT = 3_600_000
const CHECK_TIMEOUT = 900_000

const one = (name: string, passed: boolean): Outcome => ({
  tally: passed ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 },
  failures: passed ? [] : [name],
})

/** A runner that failed without naming a test is named itself. */
const many = (name: string, tally: Tally, failures: string[]): Outcome => ({
  tally,
  failures: tally.failed > failures.length ? [...failures, `${name}: see its own output`] : failures,
})

/** A program of node_modules, started by this Node: no shell, no npx. */
const programs = {
  biome: ['@biomejs', 'biome', 'bin', 'biome'],
  tsc: ['typescript', 'bin', 'tsc'],
  tsx: ['tsx', 'dist', 'cli.mjs'],
  vitest: ['vitest', 'vitest.mjs'],
  playwright: ['@playwright', 'test', 'cli.js'],
} as const

function starter({ root, signal }: TestOptions) {
  return async (
    { log, isAlone }: StepOutput,
    name: keyof typeof programs,
    args: readonly string[],
    timeout: number,
    { env = {}, ...more }: { env?: Record<string, string>; niceness?: number } = {},
  ) => {
    const program = join(root, 'node_modules', ...programs[name])
    const options = { cwd: root, signal, timeout, env, ...more, quiet: !isAlone }
    const { code, output, timedOut } = await run(process.execPath, [program, ...args], options)
    if (output.trim() !== '') log(output.trim())
    if (timedOut) log(`${name} was ended after ${timeout / 1000} s.`)
    return timedOut ? 1 : code
  }
}

function readReport(file: string): unknown {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

/** A report of an earlier run must not be taken for this one's. */
function freshReport(root: string, name: string): string {
  const folder = join(root, '.latchkey', 'test')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  rmSync(file, { force: true })
  return file
}

/** The static checks, each counted as one test. */
function checkSteps(options: TestOptions): Step[] {
  const start = starter(options)
  const check = (name: string, program: keyof typeof programs, args: readonly string[]): Step => ({
    name,
    run: async (output) => one(name, (await start(output, program, args, CHECK_TIMEOUT)) === 0),
  })
  const script = (name: string) => check(name, 'tsx', [join('scripts', `check-${name}.ts`)])
  return [
    check('format and lint', 'biome', ['check', '.']),
    check('types', 'tsc', ['-b', '--checkers', '1']),
    script('boundaries'),
    script('metrics'),
    script('requirements'),
    script('words'),
  ]
}

/** The production builds, counted as one test. */
function buildStep({ root, signal }: TestOptions): Step {
  return {
    name: 'build',
    run: ({ log }) =>
      buildAll({ root, onProgress: log, signal }).then(
        () => one('build', true),
        (error: unknown) => {
          log(error instanceof Error ? error.message : String(error))
          return one('build', false)
        },
      ),
  }
}

function sizeStep(options: TestOptions): Step {
  const start = starter(options)
  const args = [join('scripts', 'check-size.ts')]
  return {
    name: 'size',
    run: async (output) => one('size', (await start(output, 'tsx', args, CHECK_TIMEOUT)) === 0),
  }
}

const browserStep = ({ installBrowsers }: TestOptions): Step => ({
  name: 'browsers',
  run: async ({ log }) => {
    await installBrowsers(log)
    return { tally: nothing, failures: [] }
  },
})

function unitStep(options: TestOptions, manner: { niceness?: number } = {}): Step {
  const start = starter(options)
  const { root, changed } = options
  return {
    name: 'unit and service tests',
    isShown: true,
    async run(output) {
      const file = freshReport(root, 'vitest.json')
      const hooks = freshReport(root, 'hooks.json')
      const names = ['default', 'json', './scripts/stack/hookReporter.ts']
      const reporters = [...names.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`]
      const touched = changed === undefined ? [] : [`--changed=${changed}`]
      const args = ['run', '--config', 'vite.workspace.ts', ...reporters, ...touched]
      const code = await start(output, 'vitest', args, RUNNER_TIMEOUT, {
        env: { HOOK_REPORT_FILE: hooks },
        ...manner,
      })
      const report = readReport(file)
      const failures = [...failedInVitest(report), ...failedInHooks(readReport(hooks))]
      return many('unit and service tests', vitestTally(report, code), failures)
    },
  }
}

/** Which of the end to end tests a change touches: `undefined` for none, else Playwright's arguments. */
async function endToEndArguments({ root, changed }: TestOptions): Promise<string[] | undefined> {
  if (changed === undefined) return []
  const inputs = endToEndInputs(await changedFiles(root, changed))
  if (inputs.length === 0) return undefined
  return inputs.every((file) => file.startsWith('e2e/')) ? [`--only-changed=${changed}`] : []
}

function e2eStep(options: TestOptions): Step {
  const start = starter(options)
  return {
    name: 'end to end tests',
    isShown: true,
    async run(output) {
      const touched = await endToEndArguments(options)
      if (!touched) {
        output.log(`Nothing that they are made of has changed since ${options.changed}: not run.`)
        return { tally: nothing, failures: [] }
      }
      const file = freshReport(options.root, 'playwright.json')
      const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...touched]
      const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: file }
      const code = await start(output, 'playwright', args, RUNNER_TIMEOUT, { env: environment })
      const report = readReport(file)
      return many('end to end tests', playwrightTally(report, code), failedInPlaywright(report))
    },
  }
}

/** What must hold of the published package at every change; `npm run outside` tries all of its consumers. */
const NEAREST_CONSUMERS = ['vite-react-19', 'node']

/** The package, packed and installed where nothing of this workspace can be found; each consumer counts as a test. */
function outsideStep({ root, signal, changed }: TestOptions): Step {
  return {
    name: 'packed and installed outside',
    async run({ log }) {
      const touched = changed === undefined || endToEndInputs(await changedFiles(root, changed)).length > 0
      if (!touched) return { tally: nothing, failures: [] }
      try {
        const trials = await runOutside({ root, names: NEAREST_CONSUMERS, log, signal })
        const failed = trials.filter((trial) => !isPassed(trial))
        const tally = { ...nothing, passed: trials.length - failed.length, failed: failed.length }
        return { tally, failures: failed.map(({ name }) => `outside: ${name}`) }
      } catch (error) {
        signal.throwIfAborted()
        log(error instanceof Error ? error.message : String(error))
        return one('packed and installed outside', false)
      }
    },
  }
}

/** The recipes of docs/recipes on a copy of the tree, as few times as they can be; `npm run recipes` follows each alone. */
function recipeStep({ root, signal }: TestOptions): Step {
  return {
    name: 'recipes',
    async run({ log }) {
      const copy = await copyTree(root, signal)
      try {
        await tryRecipes(
          recipes.filter(({ isApart }) => !isApart),
          copy,
          signal,
        )
        for (const recipe of recipes) if (recipe.isApart) await tryRecipes([recipe], copy, signal)
        return one('recipes', true)
      } catch (error) {
        signal.throwIfAborted()
        log(error instanceof Error ? error.message : String(error))
        return one('recipes', false)
      } finally {
        copy.remove()
      }
    },
  }
}

/**
 * What each `--only` runs; without it, everything. No lane keeps two cores busy by itself: the checks wait for files, the
 * end to end tests for the service's real pauses. The unit tests take what those leave of the processors: as urgent as they
 * are, they would make presses come late.
 */
export function stagesFor(options: TestOptions): Stage[] {
  const { only } = options
  const browsers = [browserStep(options)]
  const build = [buildStep(options)]
  if (only === 'unit') return [[browsers], [[unitStep(options)]]]
  if (only === 'e2e')
    return [
      [build, browsers],
      [[e2eStep(options)], [outsideStep(options)]],
    ]
  const checks = [checkSteps(options), [...build, sizeStep(options)]]
  if (only === 'checks') return [checks]
  return [
    [...checks, browsers],
    [[unitStep(options, { niceness: 5 })], [e2eStep(options)], [outsideStep(options), recipeStep(options)]],
  ]
}
