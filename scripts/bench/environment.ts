import { cpus } from 'node:os'
import type { Browser } from 'playwright'

/** What the figures hold for: machine, browser, Node and day. */
export function describeEnvironment(browser: Browser, database: string): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'unknown CPU'
  return [
    `${model} × ${processors.length}`,
    `Chromium ${browser.version()}`,
    `Node ${process.versions.node}`,
    database,
    new Date().toISOString(),
  ].join(' · ')
}
