import { expect, test } from 'vitest'
import { importArguments } from './importArguments.ts'

test.each([
  ['--from-package a.tgz', { kind: 'package', file: 'a.tgz', out: undefined }],
  ['--from-explorer --project-id abc --out /srv', { kind: 'explorer', projectId: 'abc', out: '/srv' }],
  ['--curated', { kind: 'curated', out: undefined }],
  ['--marks a.tgz', { kind: 'marks', file: 'a.tgz', out: undefined }],
  ['--remove-badges a.tgz --out x', { kind: 'badges', file: 'a.tgz', out: 'x' }],
  ['--draw-assets --out x', { kind: 'assets', out: 'x' }],
])('%s', (line, task) => {
  expect(importArguments(line.split(' '))).toEqual(task)
})

test.each([
  '',
  '--from-explorer',
  '--project-id abc',
  '--from-explorer --project-id a/b',
  '--curated --draw-assets',
  '--from-package a.tgz --curated',
  '--marks a.tgz --remove-badges a.tgz',
  '--from-package a.tgz --project-id abc',
  '--surprise',
  'file.tgz',
])('%j shows the usage', (line) => {
  expect(() => importArguments(line.split(' ').filter(Boolean))).toThrow(/^npm run import:wallets/)
})
