/**
 * `npm run upgrade -- <revision>`: makes wallets with the build of an earlier revision and opens them with this one, in one
 * browser profile and one database. With `--tree <folder>` the earlier revision is that checkout, installed and built.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installBrowser } from './install/installBrowser.mjs'
import { installDependencies } from './install/installDependencies.mjs'
import { typeScriptLoader } from './install/loadTypeScript.mjs'
import { requireNode } from './install/requireNode.mjs'
import { abortOnSignals, npmCommand, run } from './install/run.mjs'

requireNode()
const scripts = dirname(fileURLToPath(import.meta.url))
const root = dirname(scripts)
const signal = abortOnSignals()
const log = (line) => console.log(`  ${line}`)

async function must(what, [command, ...args], options) {
  const { code, output } = await run(command, args, { cwd: root, signal, ...options })
  if (code !== 0) throw new Error(`${what} failed.${output ? `\n${output.trim()}` : ''}`)
}

/** Checks the revision out into a folder of its own, and builds it. */
async function earlierTree(revision, folder) {
  log(`checking out and building ${revision}`)
  await must('git worktree', ['git', 'worktree', 'add', '--detach', folder, revision], { quiet: true })
  await installDependencies({ root: folder, log, signal })
  await must('The earlier build', [...npmCommand(), 'run', 'build'], { cwd: folder, quiet: true })
  return folder
}

async function upgrade() {
  const { values, positionals } = parseArgs({ options: { tree: { type: 'string' } }, allowPositionals: true })
  const [revision] = positionals
  if (!values.tree && !revision) throw new Error('Name an earlier revision: npm run upgrade -- v1.0.0')
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const { findChromium } = await load(join(root, 'packages', 'testing', 'src', 'node', 'findChromium.ts'))
  await installBrowser({ root, find: findChromium, log, signal })
  const { buildAll } = await load(join(scripts, 'stack', 'buildAll.ts'))
  await buildAll({ root, onProgress: log, signal })
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-earlier-'))
  try {
    const tree = values.tree ? resolve(values.tree) : await earlierTree(revision, join(folder, 'tree'))
    const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
    const args = [process.execPath, playwright, 'test', '--config', 'e2e/upgrade/playwright.config.ts']
    await must('The upgrade', args, { env: { UPGRADE_FROM: tree } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await run('git', ['worktree', 'prune'], { cwd: root, quiet: true })
  }
}

try {
  await upgrade()
  process.exit(0)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exit(signal.aborted ? 130 : 1)
}
