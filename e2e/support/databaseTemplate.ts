import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@latchkey/testing/node'
import { Client } from 'pg'
import { serviceEnv, stackOrigins } from '../../scripts/stack/serviceEnv.mjs'
import { startServiceProcess } from '../../scripts/stack/serviceProcess.ts'
import { freePorts } from '../../scripts/stack/startStack.ts'

/** Where the workers find what was made for all of them: the server's address, and the secrets of its template. */
const SERVER = 'E2E_DATABASE_SERVER'
const SECRETS = 'E2E_DATABASE_SECRETS'
/** The database that each world's own is a copy of. */
const TEMPLATE = 'latchkey_template'

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Lets the service make the tables of an empty database, with its secrets. */
async function fillTemplate(url: string, dataDir: string): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const ports = await freePorts()
  const service = await startServiceProcess({
    root,
    dev: false,
    env: serviceEnv({ root, ports, dataDir, databaseUrl: url }),
    health: `${stackOrigins(ports).api}/health`,
    logFile: join(dataDir, 'service.log'),
  })
  await service.stop()
}

/**
 * Before all tests: starts a PostgreSQL server, and lets the service make its database there once.
 *
 * @returns what ends and removes it again
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes a set-up by its default export.
export default async function makeDatabaseTemplate(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-e2e-database-'))
  const server = await startPostgres()
  const remove = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await execute(server.url, `CREATE DATABASE ${TEMPLATE}`)
    await fillTemplate(databaseUrl(server.url, TEMPLATE), dataDir)
  } catch (error) {
    await remove()
    throw error
  }
  process.env[SERVER] = server.url
  process.env[SECRETS] = dataDir
  return remove
}

function given(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is not set: the tests run with e2e/playwright.config.ts.`)
  return value
}

/** Puts the secrets into a folder, for a service that has not run there yet. @returns the address of a database for it, with its tables and nobody in it */
export async function copyDatabase(dataDir: string): Promise<string> {
  const server = given(SERVER)
  const name = `world_${randomBytes(8).toString('hex')}`
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  mkdirSync(dataDir, { recursive: true })
  cpSync(given(SECRETS), dataDir, { recursive: true })
  return databaseUrl(server, name)
}
