import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, freePort, type Mail, startAnvil, startMail } from '@latchkey/testing/node'
import { startDemoHosts } from './demoHosts.ts'
import {
  nodeRelayUrl,
  type StackChain,
  type StackOrigins,
  type StackPorts,
  type StackProject,
  serviceEnv,
  stackOrigins,
} from './serviceEnv.mjs'
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts'
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
  /** Vite's dev servers and rebuilds on change. */
  dev?: boolean
  onProgress?: (line: string) => void
  signal?: AbortSignal
}

export type Stack = {
  ports: StackPorts
  origins: StackOrigins
  /** The relay for WalletConnect clients on Node; browsers take `origins.relay`. */
  nodeRelayUrl: string
  mail: Mail
  chain: Anvil
  service: ServiceProcess
  /** Resolves with the reason when a part ends that nobody asked to end; never rejects. */
  failed: Promise<string>
  stop: () => Promise<void>
}

/** Six free ports. */
export async function freePorts(): Promise<StackPorts> {
  const ports = await Promise.all(Array.from({ length: 6 }, freePort))
  const [smtp = 0, inbox = 0, chain = 0, service = 0, app = 0, shop = 0] = ports
  return { smtp, inbox, chain, service, app, shop }
}

type Stoppable = { stop: () => Promise<unknown> }

/** Stops the newest first; each is stopped even when another fails. */
async function stopAll(parts: Stoppable[]): Promise<void> {
  for (const part of parts.splice(0).reverse()) await part.stop().catch(() => undefined)
}

async function startParts(options: StackOptions, ports: StackPorts, dataDir: string, parts: Stoppable[]) {
  const { root, dev = false, onProgress = () => undefined, signal } = options
  const origins = stackOrigins(ports)
  const logs = join(dataDir, 'logs')
  // A failure is shown with the end of its log, which must be this run's.
  rmSync(logs, { recursive: true, force: true })
  const keep = <T extends Stoppable>(part: T): T => {
    parts.push(part)
    return part
  }
  const step = (line: string) => {
    signal?.throwIfAborted()
    onProgress(line)
  }

  step(`mail      smtp 127.0.0.1:${ports.smtp}, inbox http://127.0.0.1:${ports.inbox}`)
  const mail = keep(await startMail({ smtpPort: ports.smtp, httpPort: ports.inbox }))
  step(`chain     http://127.0.0.1:${ports.chain} (id 31337)`)
  const chain = keep(
    await startAnvil({
      port: ports.chain,
      stateFile: join(dataDir, 'chain.json'),
      logFile: join(logs, 'chain.log'),
      ...(signal ? { signal } : {}),
    }),
  )
  step(`service   ${origins.wallet}, ${origins.keys}, ${origins.api}`)
  const watchers = dev ? [keep(await startWatchers(root, logs))] : []
  const service = keep(
    await startServiceProcess({
      root,
      dev,
      env: serviceEnv({
        root,
        ports,
        dataDir,
        databaseUrl: options.databaseUrl,
        chains: options.chains,
        projects: options.projects,
      }),
      health: `${origins.api}/health`,
      logFile: join(logs, 'service.log'),
      ...(signal ? { signal } : {}),
    }),
  )
  step(`relay     ${origins.relay}`)
  step(`demo      ${origins.app}, ${origins.shop}`)
  // Loaded only when asked for: Vite is slow to load.
  const startHosts = dev ? (await import('./devHosts.ts')).startDevHosts : startDemoHosts
  keep(await startHosts(root, ports, origins))
  signal?.throwIfAborted()
  return { origins, mail, chain, service, watchers }
}

/**
 * Starts the whole local stack: mail, chain, service with frame and keys, and the demo hosts. The builds must exist.
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
      ...watchers.map((watcher) => watcher.failed),
    ])
    return { ports, ...running, nodeRelayUrl: nodeRelayUrl(ports), failed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
