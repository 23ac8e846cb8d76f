import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import type { Browser } from 'playwright'

/** The commit of a checkout, with a mark where files differ from it. */
function commitOf(root: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`
  } catch {
    return 'no commit'
  }
}

/** What the figures hold for: commit, day, machine, browser, Node and database. */
export function describeEnvironment(root: string, browser: Browser, database: string): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'unknown CPU'
  return [
    commitOf(root),
    new Date().toISOString().slice(0, 10),
    `${model} × ${processors.length}`,
    `Chromium ${browser.version()}`,
    `Node ${process.versions.node}`,
    database,
  ].join(' · ')
}
