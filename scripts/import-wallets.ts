/** `npm run import:wallets -- <arguments>`: fills the wallet directory of the service. See docs/recipes/import-wallets.md. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const importer = join(root, 'apps', 'service', 'src', 'directory', 'importer', 'main.ts')
const loader = createRequire(import.meta.url).resolve('tsx/cli')

spawn(process.execPath, [loader, importer, ...process.argv.slice(2)], { stdio: 'inherit' }).once(
  'exit',
  (code) => {
    process.exitCode = code ?? 1
  },
)
