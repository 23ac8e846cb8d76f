import { type Anvil, type Mail } from '@latchkey/testing/node'
import { type StackChain, type StackOrigins, type StackPorts, type StackProject } from './serviceEnv.mjs'
import { type ServiceProcess } from './serviceProcess.ts'
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
  mail: Mail
  chain: Anvil
  service: ServiceProcess
  /** Resolves with the reason when a part ends that nobody asked to end; never rejects. */
  failed: Promise<string>
  stop: () => Promise<void>
}
/** Six free ports. */
export declare function freePorts(): Promise<StackPorts>
/**
 * Starts the whole local stack: mail, chain, service with frame and keys, and the demo hosts. The builds must exist.
 *
 * @throws Error with a readable reason when a part does not start; what had started is stopped again
 * @example
 * const stack = await startStack({ root })
 * await page.goto(stack.origins.app)
 * await stack.stop()
 */
export declare function startStack(options: StackOptions): Promise<Stack>
//# sourceMappingURL=startStack.d.ts.map
