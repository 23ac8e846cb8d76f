import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type ApprovalPlaces,
  type StackChain,
  type StackProject,
  serviceEnv,
} from '../../scripts/stack/serviceEnv.mjs'
import { type Stack, startStack } from '../../scripts/stack/startStack.ts'
import { copyDatabase } from './databaseTemplate.ts'

/** What the service of a stack knows and how it is set up. Specs that name the same world share its database. */
export type World = {
  name: string
  /** Settings of the demo project that differ from the stack's own. Its requests are approved in the page, dangers apart. */
  project?: Readonly<Record<string, unknown>>
  /** Where they are approved in this world. */
  approvals?: ApprovalPlaces
  /** Default: the stack's own. */
  chains?: readonly StackChain[]
  /** Default: PostgreSQL. The embedded one costs the processor more for each test, and is proven by one spec. */
  database?: 'embedded'
}

export type Worlds = {
  stack: Stack
  /** Restarts the service with this world's settings and database, unless they are in force. */
  enter(world: World): Promise<Stack>
  stop(): Promise<void>
}

/** ms. Longer than any run. */
const A_DAY = 86_400_000

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The world with which a stack starts. */
export const sharedWorld: World = { name: 'shared' }

function demoProject(
  { app, shop, vouched }: Stack['origins'],
  settings: World['project'],
  place: ApprovalPlaces = 'frame',
): StackProject {
  const allowedOrigins = [app, shop, vouched]
  const approvals = Object.fromEntries(allowedOrigins.map((origin) => [origin, place]))
  // Every browser of a test is a new device.
  const demo = { id: 'demo', name: 'Latchkey demo', mode: 'development', newDeviceHoldHours: 0 } as const
  return { ...demo, allowedOrigins, approvals, ...settings }
}

/**
 * Starts one stack for many worlds: a service takes a moment to restart, and a stack many seconds to start.
 *
 * @throws Error when a part of the stack does not start
 */
export async function startWorlds(): Promise<Worlds> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
  const databaseUrl = await copyDatabase(dataDir)
  const started = await startStack({
    ...{ root, dataDir, databaseUrl, approvals: 'frame' },
    // Tests make the blocks that they need: one of its own accord would confirm what a test is about to replace.
    bitcoinBlockTime: A_DAY,
  }).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  const { ports, origins, identity } = started
  let environment: Readonly<Record<string, string | undefined>> = {}
  const restart: Stack['service']['restart'] = (changes) =>
    started.service.restart({ ...environment, ...changes })
  const stack = { ...started, service: { ...started.service, restart } }
  let current: string | undefined = sharedWorld.name
  const databases = new Map<string, string | undefined>()
  const environmentOf = async ({ name, project, approvals, chains, database }: World) => {
    const own = join(dataDir, name)
    if (!databases.has(name)) databases.set(name, database ? undefined : await copyDatabase(own))
    return serviceEnv({
      root,
      ports,
      dataDir: own,
      databaseUrl: databases.get(name),
      projects: [demoProject(origins, project, approvals)],
      socialProviders: identity.providers,
      ...(chains ? { chains } : {}),
    })
  }
  return {
    stack,
    async enter(world) {
      if (world.name === current) return stack
      current = undefined
      environment = world.name === sharedWorld.name ? {} : await environmentOf(world)
      await stack.service.restart()
      current = world.name
      return stack
    },
    async stop() {
      await started.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
