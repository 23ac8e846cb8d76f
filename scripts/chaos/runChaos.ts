import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, type Postgres, startMail, startPostgres } from '@latchkey/testing/node'
import { alignTable } from '../bench/table.ts'
import { serviceEnv, stackOrigins } from '../stack/serviceEnv.mjs'
import { freePorts } from '../stack/startStack.ts'
import { createBalancer } from './balancer.ts'
import { FAULTS, type FaultContext } from './faults.ts'
import { startReplica } from './replica.ts'
import { chaosProjects, keepSigningIn, PERSON_BOUND } from './signIns.ts'
import { SILENT_CHAIN_ID, startSilentNode } from './silentNode.ts'
import { type Acknowledged, createTally, type Tally } from './Tally.ts'

export type ChaosOptions = {
  root: string
  /** Names of faults, or the beginnings of their names; all when left out. */
  only?: readonly string[] | undefined
  onProgress?: (line: string) => void
  signal: AbortSignal
}

type Row = { cells: string[]; ok: boolean; problems: string[] }

const HEAD = [
  'fault',
  'what became of it',
  'signed in',
  'well again',
  'told to wait',
  'lost',
  'stuck',
  'cut',
  'wrong',
  'slowest',
  'processes',
  'ok',
]
/** So many people who begin after a fault must get in, and within this time in ms. */
const WELL = 32
const WELL_BOUND = 90_000
const CHECKS_AT_ONCE = 8

type Run = FaultContext & {
  /** What ends from now on counts here. */
  begin(tally: Tally): void
  underWay: ReadonlySet<number>
  signal: AbortSignal
}

/**
 * Waits until `WELL` people who began after the fault are in, and nobody is at it who began before.
 *
 * @returns seconds until people got in again; null when they did not
 */
async function waitUntilWell({ underWay, signal }: Run, tally: Tally): Promise<number | null> {
  const began = performance.now()
  let well: number | null = null
  for (;;) {
    const passed = performance.now() - began
    if (well === null && tally.acknowledged.filter(({ beganAt }) => beganAt >= began).length >= WELL)
      well = passed / 1_000
    const isBusy = [...underWay].some((beganAt) => beganAt < began)
    if ((well !== null || passed > WELL_BOUND) && (!isBusy || passed > PERSON_BOUND)) return well
    await delay(100, undefined, { signal })
  }
}

/** Asks for everybody who was told that they are in. */
async function countLost(people: Iterable<Acknowledged>): Promise<number> {
  let lost = 0
  const work = async () => {
    // All take from one iterator.
    for (const person of people) if (!(await person.isThere().catch(() => false))) lost += 1
  }
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, work))
  return lost
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

async function breakIt(name: string, run: Run): Promise<Row> {
  const tally = createTally()
  run.begin(tally)
  const before = run.replicas.map(({ deaths }) => deaths.length)
  const result = (await FAULTS[name]?.(run)) ?? { said: 'there is no such fault', ok: false }
  const well = await waitUntilWell(run, tally)
  // An array of its own: those who come to be asked for would count otherwise.
  const lost = await countLost(tally.acknowledged.slice().values())
  const deaths = run.replicas.flatMap((replica, index) => replica.deaths.slice(before[index]))
  const reading = tally.read()
  const stuck = reading.stuck + tally.gaveUp.length
  const wrong = sum(reading.wrong.values())
  // A process that is killed cannot answer what it had taken.
  const cut = name.startsWith('kill -9 of a replica') ? 0 : reading.cut
  const ok = result.ok && well !== null && lost + stuck + wrong + cut + deaths.length === 0
  return {
    ok,
    cells: [
      name,
      result.said,
      `${tally.acknowledged.length}`,
      well === null ? `not in ${WELL_BOUND / 1_000} s` : `${well.toFixed(1)} s`,
      `${reading.toldToWait}`,
      `${lost}`,
      `${stuck}`,
      `${reading.cut}`,
      `${wrong}`,
      `${(reading.slowest / 1_000).toFixed(1)} s`,
      deaths.length ? `${deaths.length} ended` : 'alive',
      ok ? 'ok' : 'MISS',
    ],
    problems: [
      ...deaths.map(({ reason }) => `${name}: ${reason}`),
      ...[...reading.wrong].map(([what, count]) => `${name}: ${count} × ${what}`),
      ...[...new Set(tally.gaveUp)].slice(0, 3).map((last) => `${name}: somebody gave up: ${last}`),
    ],
  }
}

/** A commit that was answered must survive the end of the server: the usual servers for tests trade that for speed. */
const durable = ({ url }: Postgres) => `${url}?options=${encodeURIComponent('-c synchronous_commit=on')}`

const startOwnPostgres = (signal: AbortSignal): Promise<Postgres> =>
  startPostgres({ from: 'installed', signal }).catch((reason: unknown) => {
    if (signal.aborted) throw reason
    return startPostgres({ from: 'npm', signal })
  })

type Stops = (() => Promise<unknown> | unknown)[]

async function startAll({ root, signal }: ChaosOptions, stops: Stops) {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-chaos-'))
  stops.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const ports = await freePorts()
  const origins = stackOrigins(ports)
  const postgres = await startOwnPostgres(signal)
  stops.push(postgres.stop)
  const mail = await startMail({ smtpPort: ports.smtp, httpPort: ports.inbox, capacity: 500 })
  stops.push(mail.stop)
  const node = await startSilentNode(ports.chain)
  stops.push(node.stop)
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = [`http://127.0.0.1:${ports.chain}`]
  const env = serviceEnv({
    root,
    ports,
    dataDir,
    databaseUrl: durable(postgres),
    projects: chaosProjects(origins.app),
    chains: [{ id: SILENT_CHAIN_ID, name: 'Silent', nativeCurrency: ether, rpcUrls, testnet: false }],
  })
  // The balancer writes whom each call is from.
  const settings = { ...env, TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' }
  const start = async (name: string) => {
    const logFile = join(dataDir, `${name.replaceAll(' ', '-')}.log`)
    const replica = await startReplica({ root, name, port: await freePort(), env: settings, logFile })
    stops.push(replica.stop)
    return replica
  }
  // One after the other: the first makes the tables.
  const replicas = [await start('service 1'), await start('service 2')] as const
  const balancer = createBalancer(
    replicas.map(({ port }) => port),
    new URL(origins.api).host,
  )
  stops.push(balancer.close)
  return { origins, postgres, mail, replicas, balancer, kek: env.KEK ?? '' }
}

function pickFaults(only: readonly string[] | undefined): string[] {
  const names = Object.keys(FAULTS)
  const unknown = only?.find((start) => !names.some((name) => name.startsWith(start)))
  if (unknown !== undefined)
    throw new Error(`--only takes beginnings of: ${names.join('; ')}. Not ${unknown}.`)
  return names.filter((name) => only?.some((start) => name.startsWith(start)) ?? true)
}

/**
 * Breaks a service of two processes over one PostgreSQL in every way there is a fault for, while people sign in.
 *
 * @returns the table, and whether every row of it is as it should be
 * @throws Error when something does not start
 */
export async function runChaos(options: ChaosOptions): Promise<{ text: string; ok: boolean }> {
  const { root, signal, onProgress = () => undefined } = options
  const names = pickFaults(options.only)
  const stops: Stops = []
  try {
    const { kek, ...parts } = await startAll(options, stops)
    let current = createTally()
    const done = new AbortController()
    const end = () => done.abort()
    signal.addEventListener('abort', end, { once: true })
    const tally = () => current
    const underWay = new Set<number>()
    const load = keepSigningIn({ root, ...parts, kek, tally, underWay, signal: done.signal })
    stops.push(async () => {
      done.abort()
      await load
    })
    const run: Run = {
      ...parts,
      tally,
      underWay,
      signal,
      begin: (next) => {
        current = next
      },
    }
    const rows: Row[] = []
    for (const name of names) {
      signal.throwIfAborted()
      const row = await breakIt(name, run)
      onProgress(`${row.ok ? 'ok  ' : 'MISS'}  ${row.cells.slice(0, -1).join(' · ')}`)
      rows.push(row)
    }
    const problems = rows.flatMap((row) => row.problems)
    const text = [
      alignTable([HEAD, ...rows.map(({ cells }) => cells)]),
      ...(problems.length ? ['', ...problems] : []),
    ]
    return { text: text.join('\n'), ok: rows.every(({ ok }) => ok) }
  } finally {
    for (const stop of stops.reverse()) await Promise.resolve(stop()).catch(() => undefined)
  }
}
