/**
 * `npm run trace`: finds the modules that a call passes on its way through page, frame, keys and back, and writes their
 * numbers to `trace/counts.json`, which `npm run check:metrics` prints.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

async function trace() {
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const { findChromium } = await load(join(root, 'packages', 'testing', 'src', 'node', 'findChromium.ts'))
  await installBrowser({ root, find: findChromium, log, signal })
  const { buildAll } = await load(join(scripts, 'stack', 'buildAll.ts'))
  await buildAll({ root, onProgress: log, signal })
  const { traceCalls } = await load(join(scripts, 'trace', 'traceCalls.ts'))
  const counts = {}
  for (const { call, modules } of await traceCalls({ root, onProgress: log, signal })) {
    console.log(`\n${call}`)
    for (const path of modules) console.log(`  ${path}`)
    const drawing = modules.filter((path) => /\.tsx$|^packages\/ui\//.test(path)).length
    counts[call] = { way: modules.length - drawing, drawing }
  }
  console.log(`\n${JSON.stringify(counts, null, 2)}`)
  writeFileSync(join(scripts, 'trace', 'counts.json'), `${JSON.stringify(counts, null, 2)}\n`)
}

try {
  await trace()
  process.exit(0)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exit(signal.aborted ? 130 : 1)
}
