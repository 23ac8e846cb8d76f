/**
 * `npm run recording`: records sign-in, a message, a transfer and its receipt on a phone, on the local stack, into
 * `.latchkey/recording`, with an index of the frames. It fails, and says which frame it was, where the modal is drawn with
 * nothing in it, or jumps. `-- --light` records the light theme, `--into <folder>` puts the recording elsewhere.
 */
import { dirname, join, resolve } from 'node:path'
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

async function recording() {
  const { values } = parseArgs({ options: { light: { type: 'boolean' }, into: { type: 'string' } } })
  const theme = values.light ? 'light' : 'dark'
  const folder = resolve(values.into ?? join(root, '.latchkey', 'recording'))
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const { findChromium } = await load(join(root, 'packages', 'testing', 'src', 'node', 'findChromium.ts'))
  await installBrowser({ root, find: findChromium, log, signal })
  const { buildAll } = await load(join(scripts, 'stack', 'buildAll.ts'))
  await buildAll({ root, only: ['keys', 'frame', 'service', 'demo'], onProgress: log, signal })
  const { recordVisit } = await load(join(scripts, 'recording', 'recordVisit.ts'))
  const { index, faults } = await recordVisit({ root, theme, folder, onProgress: log, signal })
  for (const { frame, says } of faults) console.error(`frame ${frame}: ${says}`)
  console.log(index)
  if (faults.length) throw new Error(`The recording has ${faults.length} faults.`)
}

try {
  await recording()
  process.exit(0)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message, error.cause ?? '')
  process.exit(signal.aborted ? 130 : 1)
}
