/**
 * `npm run pictures`: photographs every state of the modal and of the frame into `.latchkey/pictures`, with an index.
 * `npm run pictures -- --only Connect,Networks --theme dark --width 388 --lang de` makes those alone, `--all` every combination;
 * `--against <folder>` shows what has changed since an earlier run, `--into <folder>` puts the pictures elsewhere.
 */
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

async function pictures() {
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const { pictureOptions } = await load(join(scripts, 'pictures', 'states', 'pictureOptions.ts'))
  const { longestLanguage, readCatalogues } = await load(join(scripts, 'words', 'readCatalogues.ts'))
  const options = pictureOptions(process.argv.slice(2), longestLanguage(await readCatalogues(root)))
  const { findChromium } = await load(join(root, 'packages', 'testing', 'src', 'node', 'findChromium.ts'))
  await installBrowser({ root, find: findChromium, log, signal })
  const { buildAll } = await load(join(scripts, 'stack', 'buildAll.ts'))
  await buildAll({ root, only: ['frame', 'demo'], onProgress: log, signal })
  const { takePictures } = await load(join(scripts, 'pictures', 'states', 'takePictures.ts'))
  const { index, failures } = await takePictures({ ...options, root, onProgress: log, signal })
  for (const failure of failures) console.error(failure)
  console.log(index)
  if (failures.length) throw new Error(`${failures.length} pictures failed.`)
}

try {
  await pictures()
  process.exit(0)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exit(signal.aborted ? 130 : 1)
}
