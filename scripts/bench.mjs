/**
 * `npm run bench [-- --only <groups>] [-- --write]`: measures this checkout on this machine and prints one table, which
 * `--write` puts into the README. Never fails on a time, but on a row that was not measured.
 */
import { readFileSync, writeFileSync } from 'node:fs'
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
  const { values } = parseArgs({ options: { only: { type: 'string' }, write: { type: 'boolean' } } })
  if (values.only && values.write) throw new Error('Only a whole table is written: leave --only out.')
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const { findChromium } = await load(join(root, 'packages', 'testing', 'src', 'node', 'findChromium.ts'))
  await installBrowser({ root, find: findChromium, log, signal })
  const { buildAll } = await load(join(scripts, 'stack', 'buildAll.ts'))
  await buildAll({ root, onProgress: log, signal })
  const { runBench } = await load(join(scripts, 'bench', 'runBench.ts'))
  const { text, missing } = await runBench({ root, only: values.only?.split(','), onProgress: log, signal })
  console.log(`\n${text}`)
  if (missing.length > 0) throw new Error(`Not measured: ${missing.join(', ')}.`)
  if (!values.write) return
  const { putTable } = await load(join(scripts, 'bench', 'table.ts'))
  const page = join(root, 'README.md')
  writeFileSync(page, putTable(readFileSync(page, 'utf8'), text))
}

try {
  await bench()
  process.exit(0)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exit(signal.aborted ? 130 : 1)
}
