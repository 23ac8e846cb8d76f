import { cpSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { restoreSymlinks } from './postgresBinaries.ts'
import { startPostgres } from './startPostgres.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  folders.push(path)
  return path
}

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0] as Record<string, unknown>
  } finally {
    await client.end()
  }
}

describe('startPostgres', () => {
  test.each(['any', 'npm'] as const)(
    'from %s: answers queries, then stops and leaves nothing',
    async (from) => {
      const server = await startPostgres({ from })
      try {
        const row = await ask(server.url, "select current_setting('fsync') as fsync, 1 + 1 as two")
        if (server.source !== 'DATABASE_URL') expect(row).toEqual({ fsync: 'off', two: 2 })
        if (from === 'npm') expect(server.source).toBe('npm')
      } finally {
        await server.stop()
      }
      if (server.source !== 'DATABASE_URL') await expect(ask(server.url, 'select 1')).rejects.toThrow()
    },
  )

  test('a server with open sessions stops', async () => {
    const server = await startPostgres()
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    await server.stop()
    await client.end().catch(() => undefined)
  })
})

describe('restoreSymlinks', () => {
  test('makes the listed links, keeps what exists and refuses paths outside', () => {
    const root = folder()
    mkdirSync(join(root, 'native/lib'), { recursive: true })
    writeFileSync(join(root, 'native/lib/a.so.1'), 'library')
    const list = [
      { source: 'native/lib/a.so.1', target: 'native/lib/a.so' },
      { source: 'native/lib/a.so.1', target: '../outside.so' },
      { source: '/etc/passwd', target: 'native/lib/passwd' },
      'nonsense',
    ]
    writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(list))
    restoreSymlinks(root)
    restoreSymlinks(root)
    expect(readlinkSync(join(root, 'native/lib/a.so'))).toBe('a.so.1')
    expect(existsSync(join(root, '../outside.so'))).toBe(false)
    expect(existsSync(join(root, 'native/lib/passwd'))).toBe(false)
    cpSync(join(root, 'native'), join(folder(), 'native'), { recursive: true, verbatimSymlinks: true })
  })
})
