import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BuildTarget, forgetBuild, inputHash, isBuilt, markBuilt } from './buildTargets.ts'

const target: BuildTarget = { name: 'frame', directory: 'apps/frame', result: 'apps/frame/dist/index.html' }
let root = ''

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  write('apps/frame/src/main.ts', 'one')
  write('packages/ui/src/index.ts', 'two')
  write('package-lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('the hash follows sources, packages and the lockfile, and nothing else', () => {
  const before = inputHash(root, target)
  for (const path of [
    'apps/frame/dist/a.js',
    'apps/frame/src/main.test.ts',
    'apps/keys/src/main.ts',
    'packages/ui/node_modules/x.js',
  ])
    write(path, 'changed')
  expect(inputHash(root, target)).toBe(before)
  for (const path of [
    'apps/frame/src/main.ts',
    'packages/ui/src/index.ts',
    'package-lock.json',
    'apps/frame/vite.config.ts',
  ]) {
    const hash = inputHash(root, target)
    write(path, 'changed')
    expect(inputHash(root, target)).not.toBe(hash)
  }
})

test('pages are inputs of the documentation alone', () => {
  const docs: BuildTarget = {
    name: 'docs',
    directory: 'docs',
    pages: ['docs'],
    result: 'docs/dist/index.html',
  }
  const before = { frame: inputHash(root, target), docs: inputHash(root, docs) }
  write('docs/security.md', 'changed')
  expect(inputHash(root, target)).toBe(before.frame)
  expect(inputHash(root, docs)).not.toBe(before.docs)
})

test('a build counts only with its result and the stamp of the same inputs', () => {
  const hash = inputHash(root, target)
  markBuilt(root, target, hash)
  expect(isBuilt(root, target, hash)).toBe(false)
  write(target.result, 'built')
  expect(isBuilt(root, target, hash)).toBe(true)
  expect(isBuilt(root, target, 'another')).toBe(false)
  forgetBuild(root, target)
  expect(isBuilt(root, target, hash)).toBe(false)
})
