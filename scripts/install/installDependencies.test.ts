import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lacksUnavailableAlone, needsInstall, optionalPackages } from './installDependencies.mjs'

test('needsInstall compares the lockfile with what npm wrote last', () => {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  try {
    writeFileSync(join(root, 'package-lock.json'), '{}')
    expect(needsInstall(root)).toBe(true)
    mkdirSync(join(root, 'node_modules'))
    const installed = join(root, 'node_modules', '.package-lock.json')
    writeFileSync(installed, '{}')
    utimesSync(installed, 2_000, 2_000)
    utimesSync(join(root, 'package-lock.json'), 1_000, 1_000)
    expect(needsInstall(root)).toBe(false)
    utimesSync(join(root, 'package-lock.json'), 3_000, 3_000)
    expect(needsInstall(root)).toBe(true)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test('lacksUnavailableAlone excuses nothing but optional packages and those without a version', () => {
  const usage = 'npm error code EUSAGE\n'
  const unavailable = 'npm error Missing: @biomejs/cli-win32-x64@ from lock file\n'
  const optional = optionalPackages({
    packages: {
      'node_modules/rollup': { optionalDependencies: { '@rollup/rollup-win32-x64-msvc': '4.68.7' } },
    },
  })
  const excuses = (output: string) => lacksUnavailableAlone(output, optional)
  expect(excuses(usage + unavailable)).toBe(true)
  expect(excuses(`${usage}npm error Missing: @rollup/rollup-win32-x64-msvc@4.68.7 from lock file\n`)).toBe(
    true,
  )
  expect(excuses(`${usage}${unavailable}npm error Missing: zod@4.6.7 from lock file\n`)).toBe(false)
  const changed = "npm error Invalid: lock file's zod@4.6.6 does not satisfy zod@4.6.7\n"
  expect(excuses(usage + unavailable + changed)).toBe(false)
  expect(excuses(usage)).toBe(false)
  expect(excuses(`npm error code EINTEGRITY\n${unavailable}`)).toBe(false)
})
