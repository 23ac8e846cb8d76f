import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../install/run.mjs'
import { buildAll } from './buildAll.ts'
import { failedInHooks, failedInPlaywright, failedInVitest } from './failedTests.ts'
import { nothing, playwrightTally, type Tally, vitestTally } from './tally.ts'

export type TestOptions = { root: string; log: (line: string) => void; signal: AbortSignal }

/** What came of a step: its numbers, and a line for each failure. */
type Outcome = { tally: Tally; failures: string[] }

type Step = { name: string; run: () => Promise<Outcome> }

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

function starter({ root, signal, log }: TestOptions) {
  return async (name: keyof typeof programs, args: readonly string[], timeout: number, env = {}) => {
    const program = join(root, 'node_modules', ...programs[name])
    const ended = await run(process.execPath, [program, ...args], { cwd: root, signal, timeout, env })
    if (ended.timedOut) log(`${name} was ended after ${timeout / 1000} s.`)
    return ended.timedOut ? 1 : ended.code
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
export function checkSteps(options: TestOptions): Step[] {
  const start = starter(options)
  const check = (name: string, program: keyof typeof programs, args: readonly string[]): Step => ({
    name,
    run: async () => one(name, (await start(program, args, CHECK_TIMEOUT)) === 0),
  })
  const script = (name: string) => check(name, 'tsx', [join('scripts', `check-${name}.ts`)])
  return [
    check('format and lint', 'biome', ['check', '.']),
    check('types', 'tsc', ['-b']),
    script('boundaries'),
    script('metrics'),
    script('requirements'),
  ]
}

/** The production builds, counted as one test. */
export function buildStep({ root, log, signal }: TestOptions): Step {
  return {
    name: 'build',
    run: () =>
      buildAll({ root, onProgress: log, signal }).then(
        () => one('build', true),
        (error: unknown) => {
          log(error instanceof Error ? error.message : String(error))
          return one('build', false)
        },
      ),
  }
}

export function sizeStep(options: TestOptions): Step {
  const start = starter(options)
  const args = [join('scripts', 'check-size.ts')]
  return { name: 'size', run: async () => one('size', (await start('tsx', args, CHECK_TIMEOUT)) === 0) }
}

export function unitStep(options: TestOptions): Step {
  const start = starter(options)
  return {
    name: 'unit and service tests',
    async run() {
      const file = freshReport(options.root, 'vitest.json')
      const hooks = freshReport(options.root, 'hooks.json')
      const names = ['default', 'json', './scripts/stack/hookReporter.ts']
      const reporters = [...names.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`]
      const code = await start(
        'vitest',
        ['run', '--config', 'vite.workspace.ts', ...reporters],
        RUNNER_TIMEOUT,
        { HOOK_REPORT_FILE: hooks },
      )
      const report = readReport(file)
      const failures = [...failedInVitest(report), ...failedInHooks(readReport(hooks))]
      return many('unit and service tests', vitestTally(report, code), failures)
    },
  }
}

export function e2eStep(options: TestOptions): Step {
  const start = starter(options)
  return {
    name: 'end to end tests',
    async run() {
      const file = freshReport(options.root, 'playwright.json')
      const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']
      const code = await start('playwright', args, RUNNER_TIMEOUT, { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
      const report = readReport(file)
      return many('end to end tests', playwrightTally(report, code), failedInPlaywright(report))
    },
  }
}

/** What each `--only` runs; without it, everything. */
export function stepsFor(only: string | undefined, options: TestOptions): Step[] {
  if (only === 'unit') return [unitStep(options)]
  if (only === 'e2e') return [buildStep(options), e2eStep(options)]
  const checks = [...checkSteps(options), buildStep(options), sizeStep(options)]
  return only === 'checks' ? checks : [...checks, unitStep(options), e2eStep(options)]
}
