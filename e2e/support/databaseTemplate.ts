import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serviceEnv, stackOrigins } from '../../scripts/stack/serviceEnv.mjs'
import { startServiceProcess } from '../../scripts/stack/serviceProcess.ts'
import { freePorts } from '../../scripts/stack/startStack.ts'

/** Tells the workers where the template is. */
const VARIABLE = 'E2E_DATABASE_TEMPLATE'

/**
 * Before all tests: lets the service make its database once, with its secrets. Making one takes it three times as long as
 * starting with one, and every worker needs several.
 *
 * @returns what removes it again
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes a set-up by its default export.
export default async function makeDatabaseTemplate(): Promise<() => void> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-e2e-database-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  try {
    const ports = await freePorts()
    const service = await startServiceProcess({
      root,
      dev: false,
      env: serviceEnv({ root, ports, dataDir }),
      health: `${stackOrigins(ports).api}/health`,
      logFile: join(dataDir, 'service.log'),
    })
    await service.stop()
  } catch (error) {
    remove()
    throw error
  }
  process.env[VARIABLE] = dataDir
  return remove
}

/** Puts an empty database and its secrets into a folder, for a service that has not run there yet. */
export function copyDatabase(dataDir: string): void {
  const template = process.env[VARIABLE]
  if (!template) throw new Error(`${VARIABLE} is not set: the tests run with e2e/playwright.config.ts.`)
  cpSync(template, dataDir, { recursive: true })
}
