import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { startPostgres } from '@latchkey/testing/node'
import type { TestProject } from 'vitest/node'
import { openDatabase, overEmbedded } from '../db/openDatabase.ts'
import { createPostgresDatabase } from './createPostgresDatabase.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that every file has a database of its own on, and there the one with tables that each copies. */
    postgres?: { url: string; template: string }
    /** The embedded database's data directory with its tables, as an uncompressed archive. */
    embeddedArchive?: string
  }
}

/** Vitest's global set-up of a service project: what each file's own database is made from, once. */
export async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  if (config.env.TEST_DATABASE === 'postgres') {
    const server = await startPostgres()
    const { name, url, drop } = await createPostgresDatabase(server.url)
    // Open, it could not be copied.
    await openDatabase({ url }).then(({ close }) => close())
    provide('postgres', { url: server.url, template: name })
    return async () => {
      await drop()
      await server.stop()
    }
  }
  const client = await PGlite.create('memory://')
  const { close } = await overEmbedded(client)
  // What PostgreSQL keeps to make other databases from is most of the files that each copy would write.
  await client.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await client.exec(`drop database ${name}`)
  const archive = join(tmpdir(), `latchkey-embedded-${process.pid}.tar`)
  await writeFile(archive, new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer()))
  await close()
  provide('embeddedArchive', archive)
  return () => rm(archive, { force: true })
}
