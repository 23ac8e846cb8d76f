/** `npm run docs`: builds the documentation and prints where it is. A link to nowhere fails it. */
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
  const { buildAll } = await load(join(scripts, 'stack', 'buildAll.ts'))
  await buildAll({ root, only: ['docs'], onProgress: console.log, signal })
  console.log(join(root, 'docs', '.vitepress', 'dist'))
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exitCode = 1
}
