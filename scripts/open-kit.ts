/** `npm run open-kit -- <kit.json> [--keys]`: gives the keys of a recovery kit. See docs/recipes/open-a-recovery-kit.md. */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const command = join(root, 'apps', 'keys', 'src', 'kitCommand', 'runKitCommand.ts')
const { runKitCommand } = (await import(pathToFileURL(command).href)) as {
  runKitCommand(args: readonly string[]): Promise<void>
}

await runKitCommand(process.argv.slice(2))
