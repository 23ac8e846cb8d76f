/** `npm run bench [-- --only <groups>]`: measures this checkout on this machine and prints one table. Never fails on a time. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installBrowser } from './install/installBrowser.mjs'
import { installDependencies } from './install/installDependencies.mjs'
import { typeScriptLoader } from './install/loadTypeScript.mjs'
import { requireNode } from './install/requireNode.mjs'
import { abortOnSignals } from './install/run.mjs'

requireNode()
const scripts = dirname(fileURLToPath(import.meta.url))
const root = dirname(scripts)
const signal = abortOnSignals()
const log = (line) => console.log(`  ${line}`)

async function bench() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const { findChromium } = await load(join(root, 'packages', 'testing', 'src', 'node', 'findChromium.ts'))
  await installBrowser({ root, find: findChromium, log, signal })
  const { buildAll } = await load(join(scripts, 'stack', 'buildAll.ts'))
  await buildAll({ root, onProgress: log, signal })
  const { runBench } = await load(join(scripts, 'bench', 'runBench.ts'))
  console.log(`\n${await runBench({ root, only: values.only?.split(','), onProgress: log, signal })}`)
}

try {
  await bench()
  process.exit(0)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exit(signal.aborted ? 130 : 1)
}
