import { join } from 'node:path'
import { freePort } from '@latchkey/testing/node'
import { demoContentSecurityPolicy, fillStackMeta } from '../stack/demoHosts.ts'
import type { StackOrigins } from '../stack/serviceEnv.mjs'
import { startStaticServer } from '../stack/staticServer.ts'
import { type FloorServer, startFloorServer } from './floorServer.ts'

/** Host pages that only the benches need, beside the floor's sites. */
export type BenchHosts = {
  floor: FloorServer
  /** May embed the wallet and the floor's frames: `/` is the bench page, `/empty-frames` the floor. */
  bench: string
  stop(): Promise<void>
}

/** Ports of the two pages whose service looks whether it knows them. */
export type OutsidePorts = { answers: number; late: number }

export type BenchPorts = { bench: number; floor: number; outside: OutsidePorts }

export async function freeBenchPorts(): Promise<BenchPorts> {
  const [bench = 0, floor = 0, answers = 0, late = 0] = await Promise.all(
    Array.from({ length: 4 }, () => freePort()),
  )
  return { bench, floor, outside: { answers, late } }
}

/** Must be among the project's allowed origins before the service starts. */
export const benchOrigin = ({ bench }: BenchPorts) => `http://bench.localhost:${bench}`

async function startDocuments(
  root: string,
  origin: string,
  documents: Record<string, string>,
  origins: StackOrigins,
  frames: readonly string[] = [],
) {
  const policy = demoContentSecurityPolicy(origins)
  const { host, port } = new URL(origin)
  return startStaticServer({
    port: Number(port),
    host,
    directory: join(root, 'apps', 'demo', 'dist'),
    documents,
    // The demo's own policy; the floor's sites are the only addition.
    contentSecurityPolicy: policy.replace('frame-src', ['frame-src', ...frames].join(' ')),
    fill: (html) => fillStackMeta(html, origins),
  })
}

/** Starts the hosts that a stack lacks. */
export async function startBenchHosts(
  root: string,
  ports: BenchPorts,
  origins: StackOrigins,
): Promise<BenchHosts> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => void (await Promise.all(stops.map((end) => end())))
  const bench = benchOrigin(ports)
  try {
    const floor = await startFloorServer(ports.floor)
    stops.push(floor.stop)
    const documents = { '/': 'bench.html', '/empty-frames': 'empty-frames.html' }
    const frames = [floor.outer, floor.echo]
    stops.push((await startDocuments(root, bench, documents, origins, frames)).stop)
    return { floor, bench, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
