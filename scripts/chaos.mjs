/** `npm run chaos [-- --only <faults>]`: breaks a service of two processes under load, and prints what became of it. Takes minutes. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installDependencies } from './install/installDependencies.mjs'
import { typeScriptLoader } from './install/loadTypeScript.mjs'
import { requireNode } from './install/requireNode.mjs'
import { abortOnSignals } from './install/run.mjs'

requireNode()
const scripts = dirname(fileURLToPath(import.meta.url))
const root = dirname(scripts)
const signal = abortOnSignals()
const log = (line) => console.log(`  ${line}`)

async function chaos() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const { buildAll } = await load(join(scripts, 'stack', 'buildAll.ts'))
  await buildAll({ root, only: ['frame', 'keys', 'service'], onProgress: log, signal })
  const { runChaos } = await load(join(scripts, 'chaos', 'runChaos.ts'))
  const { text, ok } = await runChaos({ root, only: values.only?.split(','), onProgress: log, signal })
  console.log(`\n${text}`)
  return ok
}

try {
  process.exit((await chaos()) ? 0 : 1)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exit(signal.aborted ? 130 : 1)
}
