import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand, run } from '../install/run.mjs'
import { writeTemplates } from './templateOf.ts'

/** Milliseconds. */
const TIMEOUT = 60_000

/**
 * Writes the templates and packs `packages/create-latchkey`.
 *
 * @returns the path of the tarball
 * @throws Error when npm cannot pack it
 */
export async function packCreate(root: string, destination: string, signal?: AbortSignal): Promise<string> {
  writeTemplates(root)
  mkdirSync(destination, { recursive: true })
  const [npm = 'npm', ...first] = npmCommand()
  const args = [...first, 'pack', '--json', '--ignore-scripts', '--pack-destination', destination]
  const { code, output } = await run(npm, args, {
    cwd: join(root, 'packages', 'create-latchkey'),
    quiet: true,
    timeout: TIMEOUT,
    ...(signal ? { signal } : {}),
  })
  signal?.throwIfAborted()
  if (code !== 0) throw new Error(`npm pack of create-latchkey failed:\n${output.trim()}`)
  const [{ filename }] = JSON.parse(output.slice(output.indexOf('[')))
  return join(destination, filename)
}
