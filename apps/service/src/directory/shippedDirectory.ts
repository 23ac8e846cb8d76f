import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the directory that comes with the service: `data` beside `dist` when this runs from the bundle, beside
 * `src` when it runs from the sources.
 *
 * @param from the folder of the running file
 */
export function shippedDirectory(from = dirname(fileURLToPath(import.meta.url))): string {
  const [bundled, source] = [join(from, '..', 'data'), join(from, '..', '..', 'data')]
  return existsSync(join(bundled, 'wallets.json')) ? bundled : source
}
