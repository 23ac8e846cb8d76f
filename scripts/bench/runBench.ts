import { browserLaunchOptions, type Postgres, startPostgres } from '@latchkey/testing/node'
import { chromium } from 'playwright'
import { stackOrigins } from '../stack/serviceEnv.mjs'
import { freePorts, type Stack, startStack } from '../stack/startStack.ts'
import { accountRows } from './accountRows.ts'
import { approveRows } from './approveRows.ts'
import type { BenchContext } from './BenchContext.ts'
import { benchOrigin, freeBenchPorts, startBenchHosts } from './benchHosts.ts'
import { bridgeRows } from './bridgeRows.ts'
import { byteRows } from './byteRows.ts'
import { describeEnvironment } from './environment.ts'
import { frameRows } from './frameRows.ts'
import { historyRows } from './historyRows.ts'
import { openRows } from './openRows.ts'
import { operationRows } from './operationRows.ts'
import { loadRows } from './outside/loadRows.ts'
import { type OutsidePages, outsideProject, startOutsidePages } from './outside/OutsidePages.ts'
import { isMeasured, type Row } from './Row.ts'
import { readyRows } from './readyRows.ts'
import { requestRows } from './requestRows.ts'
import { signInProjects, signInRows } from './signInRows.ts'
import { table } from './table.ts'
import { walletRows } from './walletRows.ts'

export type BenchOptions = {
  root: string
  /** Names of groups; all when left out. */
  only?: readonly string[] | undefined
  onProgress?: (line: string) => void
  signal?: AbortSignal
}

export type BenchResult = {
  /** What the figures hold for, and the table. */
  text: string
  /** Names of what was not measured. */
  missing: readonly string[]
}

const GROUPS: Readonly<Record<string, (context: BenchContext) => Promise<Row[]>>> = {
  bytes: byteRows,
  requests: requestRows,
  ready: readyRows,
  loads: loadRows,
  open: openRows,
  wallets: walletRows,
  frame: frameRows,
  bridge: bridgeRows,
  approve: approveRows,
  operation: operationRows,
  service: signInRows,
  history: historyRows,
  accounts: accountRows,
}

/** A server of its own: the one of DATABASE_URL may hold what somebody wants to keep. */
const startOwnPostgres = (signal?: AbortSignal): Promise<Postgres> =>
  startPostgres({ from: 'installed', ...(signal ? { signal } : {}) }).catch((reason: unknown) => {
    if (signal?.aborted) throw reason
    return startPostgres({ from: 'npm', ...(signal ? { signal } : {}) })
  })

async function startBenchStack({ root, signal }: BenchOptions, databaseUrl: string) {
  const ports = await freePorts()
  const benchPorts = await freeBenchPorts()
  const origins = stackOrigins(ports)
  const demo = {
    id: 'demo',
    name: 'Latchkey demo',
    mode: 'development' as const,
    allowedOrigins: [origins.app, origins.shop, origins.vouched, benchOrigin(benchPorts)],
    approvals: { [origins.app]: 'frame' as const, [origins.vouched]: 'window' as const },
    // Operations are timed against those of the library alone, which pays for itself.
    sponsorship: { weiPerDay: '0' },
  }
  const projects = [demo, outsideProject(benchPorts.outside), ...signInProjects(origins.app)]
  const stack = await startStack({ root, ports, databaseUrl, projects, ...(signal ? { signal } : {}) })
  return { stack, benchPorts }
}

/** One group that fails must not hide what the others measured. */
async function measureGroup(name: string, context: BenchContext, { onProgress, signal }: BenchOptions) {
  signal?.throwIfAborted()
  const began = performance.now()
  try {
    return await (GROUPS[name]?.(context) ?? [])
  } catch (error) {
    signal?.throwIfAborted()
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return [{ name, ours: `not measured: ${reason}`, ok: false }]
  } finally {
    onProgress?.(`measured  ${name} (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
  }
}

async function measureAll(options: BenchOptions, stack: Stack, context: BenchContext): Promise<BenchResult> {
  const rows: Row[] = []
  const names = Object.keys(GROUPS).filter((name) => options.only?.includes(name) ?? true)
  const failed = stack.failed.then((reason) => Promise.reject(new Error(reason)))
  for (const name of names) rows.push(...(await Promise.race([measureGroup(name, context, options), failed])))
  const environment = describeEnvironment(options.root, context.browser, context.database)
  const missing = rows.filter((row) => !isMeasured(row)).map(({ name }) => name)
  return { text: `${environment}\n\n${table(rows)}`, missing }
}

/**
 * Measures everything on a stack of its own, and gives the table.
 *
 * @throws Error when the stack or the browser does not start; a group that fails becomes a row that says so
 */
export async function runBench(options: BenchOptions): Promise<BenchResult> {
  const unknown = options.only?.find((name) => !Object.hasOwn(GROUPS, name))
  if (unknown !== undefined)
    throw new Error(`--only takes ${Object.keys(GROUPS).join(', ')}, not ${unknown}.`)
  const stops: (() => Promise<unknown>)[] = []
  try {
    const postgres = await startOwnPostgres(options.signal)
    stops.push(postgres.stop)
    const { stack, benchPorts } = await startBenchStack(options, postgres.url)
    stops.push(stack.stop)
    const hosts = await startBenchHosts(options.root, benchPorts, stack.origins)
    stops.push(hosts.stop)
    const browser = await chromium.launch(browserLaunchOptions())
    stops.push(() => browser.close())
    let pages: Promise<OutsidePages> | undefined
    const startPages = () =>
      startOutsidePages(options.root, benchPorts.outside, stack.origins, hosts, options.signal)
    stops.push(async () => (await pages)?.stop())
    const context = {
      root: options.root,
      browser,
      stack,
      hosts,
      outside: () => {
        pages ??= startPages()
        return pages
      },
      database: 'PostgreSQL',
      databaseUrl: postgres.url,
    }
    return await measureAll(options, stack, context)
  } finally {
    for (const stop of stops.reverse()) await stop().catch(() => undefined)
  }
}
