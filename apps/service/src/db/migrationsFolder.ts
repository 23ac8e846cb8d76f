import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the migrations, beside the sources and beside the bundle: the first one upwards.
 *
 * @throws Error when there is none
 */
export function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const candidate = join(folder, 'drizzle')
    if (existsSync(join(candidate, 'meta', '_journal.json'))) return candidate
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The migrations (folder drizzle) are missing.')
    folder = parent
  }
}
