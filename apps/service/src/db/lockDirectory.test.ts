import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase } from '../operations/connectDatabase.ts'
import { openEmbeddedCopy, overPostgres } from '../testing/database.ts'
import { DirectoryInUseError, lockDirectory } from './lockDirectory.ts'
import { openDatabase } from './openDatabase.ts'

/** A process that holds the directory and says so. */
const HOLD = `
const { lockDirectory } = await import(process.argv[1])
await lockDirectory(process.argv[2])
process.stdout.write('held')
setInterval(() => {}, 1000)
`

describe.skipIf(overPostgres() || process.platform === 'win32')('the lock of the embedded database', () => {
  let folder: string
  const children: ChildProcess[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  async function hold(directory: string): Promise<ChildProcess> {
    const module = new URL('./lockDirectory.ts', import.meta.url).href
    const args = ['--import', 'tsx', '--input-type=module', '-e', HOLD, module, directory]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    await once(child.stdout, 'data')
    return child
  }
  const refusal = (directory: string) => lockDirectory(directory).catch((error: unknown) => error)

  test('is held by one process, until it is killed', async () => {
    const child = await hold(folder)
    const refused = await refusal(folder)
    expect(refused).toBeInstanceOf(DirectoryInUseError)
    expect(String(refused)).toContain(folder)
    // One that does nothing is alive.
    child.kill('SIGSTOP')
    expect(await refusal(folder)).toBeInstanceOf(DirectoryInUseError)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const giveBack = await lockDirectory(folder)
    await giveBack()
    expect(readdirSync(join(folder, 'latchkey-lock'))).toEqual([])
  })

  test('goes to one at most of many that come at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => refusal(folder)))
    const held = outcomes.filter((outcome) => typeof outcome === 'function')
    expect(held.length).toBeLessThanOrEqual(1)
    await Promise.all(held.map((giveBack) => (giveBack as () => Promise<void>)()))
    await (await lockDirectory(folder))()
  })

  test('holds in a directory whose path is longer than a socket may have', async () => {
    const long = join(folder, 'a'.repeat(120), 'b'.repeat(120))
    mkdirSync(long, { recursive: true })
    const child = await hold(long)
    expect(await refusal(long)).toBeInstanceOf(DirectoryInUseError)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await lockDirectory(long))()
  })

  test('keeps a second service and the commands away, and nothing of the first is lost', async () => {
    const directory = join(folder, 'db')
    await (await openEmbeddedCopy(directory)).close()
    const first = await openDatabase({ directory })
    await expect(openDatabase({ directory })).rejects.toBeInstanceOf(DirectoryInUseError)
    await expect(connectDatabase({ directory })).rejects.toBeInstanceOf(DirectoryInUseError)
    await first.db.execute(sql`insert into counters (key, count, resets_at) values ('kept', 1, 1)`)
    await first.close()
    const second = await openDatabase({ directory })
    const found = await second.db.execute(sql`select key from counters`)
    expect(found).toMatchObject({ rows: [{ key: 'kept' }] })
    await second.close()
  })
})
