/**
 * `npm run pack [-- --api]`: builds packages/latchkey and the templates of packages/create-latchkey, the two packages that are
 * published, and prints where their tarballs are.
 * With `--api` it writes down what the package exports.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
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
  const { packPackage } = await load(join(scripts, 'pack', 'packPackage.ts'))
  const tarball = await packPackage({ root, log: console.log, signal })
  console.log(tarball)
  const { packCreate } = await load(join(scripts, 'create', 'packCreate.ts'))
  console.log(await packCreate(root, dirname(tarball), signal))
  if (process.argv.includes('--api')) {
    const { apiFiles } = await load(join(scripts, 'pack', 'apiReport.ts'))
    for (const [path, text] of apiFiles(root)) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error.message)
  process.exitCode = 1
}
