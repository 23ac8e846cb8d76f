/** `npm test [-- --only checks|unit|e2e]`: every check and test; ends with one line that counts them. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installBrowser } from './install/installBrowser.mjs'
import { installDependencies } from './install/installDependencies.mjs'
import { installFirefox } from './install/installFirefox.mjs'
import { typeScriptLoader } from './install/loadTypeScript.mjs'
import { requireNode } from './install/requireNode.mjs'
import { abortOnSignals } from './install/run.mjs'

requireNode()
const scripts = dirname(fileURLToPath(import.meta.url))
const root = dirname(scripts)
const signal = abortOnSignals()
const log = (line) => console.log(line)

function chosen() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  if (values.only === undefined || ['checks', 'unit', 'e2e'].includes(values.only)) return values.only
  throw new Error(`--only takes checks, unit or e2e, not ${values.only}.`)
}

async function installBrowsers(load) {
  const testing = join(root, 'packages', 'testing', 'src')
  const { findChromium } = await load(join(testing, 'node', 'findChromium.ts'))
  await installBrowser({ root, find: findChromium, log, signal })
  const { findFirefox } = await load(join(testing, 'firefox', 'findFirefox.ts'))
  await installFirefox({ find: findFirefox, log, signal })
}

async function runSteps(only) {
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  if (only !== 'checks') await installBrowsers(load)
  const { stepsFor } = await load(join(scripts, 'stack', 'testSteps.ts'))
  const { add, nothing, summary } = await load(join(scripts, 'stack', 'tally.ts'))
  let total = nothing
  const failed = []
  for (const step of stepsFor(only, { root, log, signal })) {
    console.log(`\n── ${step.name}`)
    const started = performance.now()
    const { tally, failures } = await step.run()
    signal.throwIfAborted()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${tally.failed > 0 ? '✗' : '✓'} ${step.name} (${seconds} s)`)
    total = add(total, tally)
    failed.push(...failures)
  }
  return { total, failed, line: summary(total) }
}

let ended = { total: { failed: 1 }, failed: [], line: '0 passed, 1 failed' }
try {
  ended = await runSteps(chosen())
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
}
for (const failure of ended.failed) console.log(`✗ ${failure}`)
console.log(`\n${ended.line}`)
process.exit(ended.total.failed > 0 ? 1 : 0)
