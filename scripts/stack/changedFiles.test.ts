import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changedFiles, endToEndInputs } from './changedFiles.ts'

function createRepository() {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-changed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Mia', '-c', 'user.email=mia@example.com', ...args], { cwd: root })
  const write = (name: string) => writeFileSync(join(root, name), 'x')
  const commit = (name: string) => {
    write(name)
    git('add', name)
    git('commit', '-qm', name)
  }
  git('init', '-q', '-b', 'main')
  commit('first.ts')
  return { root, git, write, commit }
}

test('what a branch changed, what is not committed and what git does not know yet', async () => {
  const { root, git, write, commit } = createRepository()
  git('checkout', '-q', '-b', 'mine')
  commit('committed.ts')
  git('checkout', '-q', 'main')
  commit('theirs.ts')
  git('checkout', '-q', 'mine')
  writeFileSync(join(root, 'first.ts'), 'changed')
  write('new.ts')
  expect(await changedFiles(root, 'main')).toEqual(['committed.ts', 'first.ts', 'new.ts'])
  expect(await changedFiles(root, 'HEAD')).toEqual(['first.ts', 'new.ts'])
})

test('a revision that there is not is an error in words', async () => {
  const { root } = createRepository()
  await expect(changedFiles(root, 'nowhere')).rejects.toThrow(/no change since nowhere: .*nowhere/)
})

test('the end to end tests depend on all that is deployed and on themselves', () => {
  const inputs = [
    'packages/core/src/a.ts',
    'apps/keys/index.html',
    'e2e/specs/a.spec.ts',
    'package-lock.json',
  ]
  const others = ['docs/a.png', 'README.md', 'packages/core/src/a.test.ts', 'scripts/check-size.ts']
  expect(endToEndInputs([...inputs, ...others])).toEqual(inputs)
})
