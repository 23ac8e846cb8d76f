import { existsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Machine, memoryFolder, useTemporaryFolder } from './temporaryFolder.ts'

const GIB = 2 ** 30
const roomy: Machine = {
  mounts: '/dev/vda / ext4 rw,relatime 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,nodev,size=24684092k 0 0\n',
  freeMemory: 16 * GIB,
  freeSpace: () => 8 * GIB,
}

test('files are kept in memory where programs may run from it', () => {
  expect(memoryFolder(() => roomy)).toBe('/dev/shm')
})

test.each<[string, Partial<Machine>]>([
  ['a machine without it', { mounts: '/dev/vda / ext4 rw 0 0\n' }],
  ['a disk in its place', { mounts: '/dev/vda /dev/shm ext4 rw 0 0\n' }],
  ['one that no program may run from', { mounts: 'shm /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0\n' }],
  ['one that nobody may write to', { mounts: 'shm /dev/shm tmpfs ro,nosuid 0 0\n' }],
  ['one as small as containers have it', { freeSpace: () => GIB / 16 }],
  ['a machine with little memory', { freeMemory: 10 * GIB }],
])('%s is left alone', (_, change) => {
  expect(memoryFolder(() => ({ ...roomy, ...change }))).toBeUndefined()
})

test('a system without a list of what is mounted has none', () => {
  const machine = () => {
    throw new Error('ENOENT')
  }
  expect(memoryFolder(machine)).toBeUndefined()
})

test('what is left in the folder goes with it, and TMPDIR is what it was', () => {
  const before = process.env.TMPDIR
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  const place = tmpdir()
  process.env.TMPDIR = place
  const remove = useTemporaryFolder()
  const folder = tmpdir()
  expect(dirname(folder)).toBe(place)
  // Other users may come through to folders of their own, and see nothing.
  expect(statSync(folder).mode & 0o777).toBe(0o711)
  writeFileSync(join(folder, 'left'), '')
  remove()
  expect(existsSync(folder)).toBe(false)
  expect(tmpdir()).toBe(place)
})
