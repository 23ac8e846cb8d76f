import type { Browser } from 'playwright'
import type { Stack } from '../stack/startStack.ts'
import type { BenchHosts } from './benchHosts.ts'
import type { OutsidePages } from './outside/OutsidePages.ts'

/** What every group of measures is handed. */
export type BenchContext = {
  root: string
  browser: Browser
  stack: Stack
  hosts: BenchHosts
  /** The page that has the packed package; built and served the first time that it is asked for. */
  outside: () => Promise<OutsidePages>
  /** What the service stores its rows in, in words. */
  database: string
  /** Where that is; it may be filled. */
  databaseUrl: string
}
