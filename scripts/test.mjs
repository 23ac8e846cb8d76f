/**
 * `npm test [-- --only checks|unit|e2e] [--changed [REV]]`: every check and test, or those that a change touches; ends
 * with how long it took and one line that counts them.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installBrowser } from './install/installBrowser.mjs'
import { installDebianBrowser } from './install/installDebianBrowser.mjs'
import { installDependencies } from './install/installDependencies.mjs'
import { typeScriptLoader } from './install/loadTypeScript.mjs'
import { requireNode } from './install/requireNode.mjs'
import { abortOnSignals } from './install/run.mjs'
import { testArguments } from './install/testArguments.mjs'

requireNode()
const scripts = dirname(fileURLToPath(import.meta.url))
const root = dirname(scripts)
const signal = abortOnSignals()
const log = (line) => console.log(line)

async function runAll({ only, changed }) {
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const stack = (name) => load(join(scripts, 'stack', name))
  const { changedFiles } = await stack('changedFiles.ts')
  // Vitest takes a revision that there is not for one without changes.
  if (changed !== undefined) await changedFiles(root, changed)
  const { stagesFor } = await stack('testSteps.ts')
  const { runStages } = await stack('runStages.ts')
  const { summary, took } = await stack('tally.ts')
  const { useTemporaryFolder } = await stack('temporaryFolder.ts')
  const testing = join(root, 'packages', 'testing', 'src')
  const installBrowsers = async (say) => {
    const { findChromium } = await load(join(testing, 'node', 'findChromium.ts'))
    await installBrowser({ root, find: findChromium, log: say, signal })
    const { findFirefox } = await load(join(testing, 'firefox', 'findFirefox.ts'))
    const { findWebkit } = await load(join(testing, 'webkit', 'startWebkit.ts'))
    for (const [name, packages, find] of [
      ['Firefox ESR', ['firefox-esr'], findFirefox],
      ['WebKitGTK', ['webkit2gtk-driver', 'xvfb'], findWebkit],
    ])
      await installDebianBrowser({ name, packages, find, log: say, signal })
  }
  const removeFolder = useTemporaryFolder()
  const stages = stagesFor({ root, signal, only, changed, installBrowsers })
  const { tally, failures } = await runStages(stages, { log, signal }).finally(removeFolder)
  return { failed: tally.failed, failures, lines: [took(performance.now()), summary(tally)] }
}

let ended = { failed: 1, failures: [], lines: ['0 passed, 1 failed'] }
try {
  ended = await runAll(testArguments(process.argv.slice(2)))
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
}
for (const failure of ended.failures) console.log(`✗ ${failure}`)
console.log(`\n${ended.lines.join('\n')}`)
process.exit(ended.failed > 0 ? 1 : 0)
