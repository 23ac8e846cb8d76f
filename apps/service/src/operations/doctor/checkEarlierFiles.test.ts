import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import { checkEarlierFiles } from './checkEarlierFiles.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-files-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function found(earlierFilesDir?: string) {
  const config = { ...(earlierFilesDir ? { earlierFilesDir } : {}) } as ServiceConfig
  return (await checkEarlierFiles({ config })).map(
    ({ level, message, fix = '' }) => `${level} ${message} ${fix}`,
  )
}

test('nothing is looked at where the variable is not set, and a folder that is not there yet is told', async () => {
  expect(await found()).toEqual([])
  expect(await found(join(root, 'none'))).toEqual([expect.stringMatching(/^warn .*nothing at this path/)])
  writeFileSync(join(root, 'file'), '')
  expect(await found(join(root, 'file'))).toEqual([expect.stringMatching(/^fail .*no folder/)])
})

test('a folder into which everybody may write is not safe, nor is that of one app', async () => {
  const fine = [expect.stringMatching(/^ok /)]
  expect(await found(root)).toEqual(fine)
  const keys = join(root, 'keys')
  mkdirSync(keys)
  for (const path of [keys, root]) {
    chmodSync(path, 0o777)
    const [finding = ''] = await found(root)
    expect(finding).toMatch(/^fail .*\(mode 777\)/)
    expect(finding).toContain(`chmod 700 ${path}`)
    chmodSync(path, 0o770)
    expect(await found(root)).toEqual(fine)
  }
})

// Whoever is root may write anywhere.
test.skipIf(process.getuid?.() === 0)(
  'a folder into which the service cannot write keeps nothing',
  async () => {
    chmodSync(root, 0o500)
    expect(await found(root)).toEqual([expect.stringMatching(/^fail .*cannot write/)])
  },
)
