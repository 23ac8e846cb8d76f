import type { Browser } from 'playwright'
import type { Stack } from '../stack/startStack.ts'
import type { BenchHosts } from './benchHosts.ts'

/** What every group of measures is handed. */
export type BenchContext = {
  root: string
  browser: Browser
  stack: Stack
  hosts: BenchHosts
  /** What the service stores its rows in, in words. */
  database: string
  /** Where that is; it may be filled. */
  databaseUrl: string
}
