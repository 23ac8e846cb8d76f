/**
 * `npm run outside [-- [--keep] <consumer> …]`: packs the published package, installs it into projects outside the
 * workspace, type-checks, builds and opens them, signs a visitor in on each, and prints a table.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from './install/installDependencies.mjs'
import { typeScriptLoader } from './install/loadTypeScript.mjs'
import { requireNode } from './install/requireNode.mjs'
import { abortOnSignals } from './install/run.mjs'

requireNode()
const scripts = dirname(fileURLToPath(import.meta.url))
const root = dirname(scripts)
const signal = abortOnSignals()

try {
  await installDependencies({ root, log: console.log, signal })
  const load = await typeScriptLoader()
  const { isPassed, runOutside, tableOf } = await load(join(scripts, 'outside', 'runOutside.ts'))
  const given = process.argv.slice(2)
  const names = given.filter((one) => one !== '--keep')
  const trials = await runOutside({
    root,
    ...(names.length > 0 ? { names } : {}),
    signIn: true,
    keep: given.includes('--keep'),
    log: console.log,
    signal,
  })
  console.log(`\n${tableOf(trials)}`)
  process.exit(trials.every(isPassed) ? 0 : 1)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exit(1)
}
