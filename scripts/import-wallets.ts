/** `npm run import:wallets -- <arguments>`: fills the wallet directory of the service. See docs/recipes/import-wallets.md. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadDirectory, shippedDirectory } from '@latchkey/service/directory'
import { drawMarks, removeBadges } from './pictures/drawMarks.ts'
import { curatedSource } from './wallets/curatedSource.ts'
import { drawAssets } from './wallets/drawAssets.ts'
import { explorerSource } from './wallets/explorerSource.ts'
import { type ImportTask, importArguments } from './wallets/importArguments.ts'
import { packageSource } from './wallets/packageSource.ts'
import type { WalletSource } from './wallets/RawWallet.ts'
import { writeDirectory } from './wallets/writeDirectory.ts'

async function openSource(
  task: Exclude<ImportTask, { kind: 'assets' | 'marks' | 'badges' }>,
): Promise<WalletSource> {
  if (task.kind === 'package') return packageSource(readFileSync(task.file))
  return task.kind === 'explorer' ? explorerSource({ projectId: task.projectId }) : curatedSource()
}

async function run(): Promise<string> {
  const task = importArguments(process.argv.slice(2))
  const shipped = shippedDirectory()
  const folder = task.out ? resolve(task.out) : shipped
  if (task.kind === 'assets') return `${await drawAssets(folder)} drawings rendered`
  if (task.kind === 'marks') return `${await drawMarks(readFileSync(task.file), folder)} pictures drawn`
  if (task.kind === 'badges') {
    const { replaced, taken } = await removeBadges(readFileSync(task.file), folder)
    loadDirectory(folder, shipped)
    return `${replaced} pictures replaced, ${taken} taken out`
  }
  const { wallets, icons, bytes, dropped } = await writeDirectory(await openSource(task), folder)
  // The service would say the same at its next start.
  loadDirectory(folder, shipped)
  return `${wallets} wallets and ${icons} icons (${Math.ceil(bytes / 1024)} kB) in ${folder}; ${dropped} not usable`
}

run().then(
  (line) => process.stdout.write(`${line}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
