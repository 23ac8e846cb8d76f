import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bundler, startBundler } from '@latchkey/local-bundler'
import { freePort } from '@latchkey/testing/node'
import { startDemoHosts } from './demoHosts.ts'
import {
  type ApprovalPlaces,
  defaultPorts,
  nodeRelayUrl,
  type StackChain,
  type StackOrigins,
  type StackPorts,
  type StackProject,
  serviceEnv,
  stackOrigins,
} from './serviceEnv.mjs'
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts'
import { allStarted, type Keep, type Stoppable, startUpstreams, type Upstreams } from './startUpstreams.ts'
import { startWatchers } from './watchers.ts'

export type StackOptions = {
  /** Folder of the workspace. */
  root: string
  /** Default: free ports, so that stacks can run side by side. */
  ports?: StackPorts
  /** Where the database, secrets, chain state and logs are. Default: a temporary folder that lives until `stop`. */
  dataDir?: string
  /** PostgreSQL; without it the service uses PGlite in `dataDir`. */
  databaseUrl?: string
  chains?: readonly StackChain[]
  projects?: readonly StackProject[]
  /** Where the demo's pages have requests approved. Default: one of each kind. */
  approvals?: ApprovalPlaces
  /** How often what waits on the Bitcoin chain gets a block, ms. Default: 15 s. */
  bitcoinBlockTime?: number
  /** Whether the wallet's files are kept in `dataDir`, so that a later build serves them to pages that are open. */
  keepsFiles?: boolean
  /** Vite's dev servers and rebuilds on change. */
  dev?: boolean
  onProgress?: (line: string) => void
  signal?: AbortSignal
}

export type Stack = Upstreams & {
  ports: StackPorts
  origins: StackOrigins
  /** The relay for WalletConnect clients on Node; browsers take `origins.relay`. */
  nodeRelayUrl: string
  service: ServiceProcess
  bundler: Bundler
  /** Resolves with the reason when a part ends that nobody asked to end; never rejects. */
  failed: Promise<string>
  stop: () => Promise<void>
}

/** A free port for each part. */
export async function freePorts(): Promise<StackPorts> {
  const names = Object.keys(defaultPorts) as (keyof StackPorts)[]
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const))
  return Object.fromEntries(ports) as StackPorts
}

/** Stops the newest first; each is stopped even when another fails. */
async function stopAll(parts: Stoppable[]): Promise<void> {
  for (const part of parts.splice(0).reverse()) await part.stop().catch(() => undefined)
}

const linesOf = (ports: StackPorts, origins: StackOrigins) => [
  `mail      smtp 127.0.0.1:${ports.smtp}, inbox http://127.0.0.1:${ports.inbox}`,
  `chain     http://127.0.0.1:${ports.chain} (id 31337), bundler http://127.0.0.1:${ports.bundler}`,
  `solana    http://127.0.0.1:${ports.solana}, subscriptions on the same port`,
  `bitcoin   http://127.0.0.1:${ports.bitcoin} (regtest, Esplora), a block every 15 s while something waits`,
  `identity  ${origins.identity} (google, apple, github, facebook, x, discord)`,
  `farcaster relay http://127.0.0.1:${ports.farcaster}, registry http://127.0.0.1:${ports.optimism} (id 10)`,
  `buying    ${origins.onramp} (sandbox, takes no money)`,
  `service   ${origins.wallet}, ${origins.keys}, ${origins.api}`,
  `relay     ${origins.relay}`,
  `demo      ${origins.app}, ${origins.shop}`,
  'wait      none for new devices (newDeviceHoldHours 0): every demo host is one. In production it is an hour',
]

/** The service starts once what it talks to runs, but for the bundler, which is slow to start; the demo hosts start meanwhile. */
async function startParts(options: StackOptions, ports: StackPorts, dataDir: string, parts: Stoppable[]) {
  const { root, dev = false, onProgress = () => undefined, signal } = options
  const origins = stackOrigins(ports)
  const logs = join(dataDir, 'logs')
  // A failure is shown with the end of its log, which must be this run's.
  rmSync(logs, { recursive: true, force: true })
  const keep: Keep = async (starting) => {
    const part = await starting
    parts.push(part)
    return part
  }
  signal?.throwIfAborted()
  for (const line of linesOf(ports, origins)) onProgress(line)
  const startService = async () => {
    const upstreams = await startUpstreams(
      { ports, dataDir, logs, signal, bitcoinBlockTime: options.bitcoinBlockTime },
      keep,
    )
    const env = serviceEnv({ ...options, ports, dataDir, socialProviders: upstreams.identity.providers })
    const logFile = join(logs, 'service.log')
    const health = `${origins.api}/health`
    signal?.throwIfAborted()
    const stopping = signal ? { signal } : {}
    const bundlerLog = join(logs, 'bundler.log')
    const [service, bundler] = await allStarted([
      keep(startServiceProcess({ root, dev, env, health, logFile, ...stopping })),
      keep(
        startBundler({
          chainUrl: upstreams.chain.url,
          port: ports.bundler,
          logFile: bundlerLog,
          ...stopping,
        }),
      ),
    ])
    return { ...upstreams, service, bundler }
  }
  // Loaded only when asked for: Vite is slow to load.
  const startHosts = async () =>
    (dev ? (await import('./devHosts.ts')).startDevHosts : startDemoHosts)(root, ports, origins)
  const [running, , watchers] = await allStarted([
    startService(),
    keep(startHosts()),
    dev ? keep(startWatchers(root, logs)) : Promise.resolve(undefined),
  ])
  signal?.throwIfAborted()
  return { origins, ...running, watchers }
}

/**
 * Starts the whole local stack: mail, chain with a bundler, identity provider, Farcaster's relay and registry, service with frame and
 * keys, and the demo hosts. The builds must exist.
 *
 * @throws Error with a readable reason when a part does not start; what had started is stopped again
 * @example
 * const stack = await startStack({ root })
 * await page.goto(stack.origins.app)
 * await stack.stop()
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const ports = options.ports ?? (await freePorts())
  const temporary = options.dataDir ? undefined : mkdtempSync(join(tmpdir(), 'latchkey-stack-'))
  const parts: Stoppable[] = []
  const stop = async () => {
    await stopAll(parts)
    if (temporary) rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const { watchers, ...running } = await startParts(
      options,
      ports,
      options.dataDir ?? temporary ?? '',
      parts,
    )
    const failed = Promise.race([
      running.service.failed,
      running.chain.failed,
      running.bundler.failed,
      running.optimism.failed,
      ...(watchers ? [watchers.failed] : []),
    ])
    return { ports, ...running, nodeRelayUrl: nodeRelayUrl(ports), failed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
