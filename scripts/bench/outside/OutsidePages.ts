import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@latchkey/testing/node'
import { type OutsideWallet, withOrigins } from '../../outside/OutsideWallet.ts'
import { pagePolicy } from '../../outside/pagePolicy.ts'
import { startStaticServer } from '../../stack/staticServer.ts'
import type { BenchHosts, OutsidePorts } from '../benchHosts.ts'
import { startLateApi } from './lateApi.ts'
import { placePage } from './placePage.ts'

/** Milliseconds after which a late service answers. */
const LATENESS = 300

/** Addresses of one page, built outside the workspace, by what the service does that it names. */
export type OutsidePages = {
  answers: string
  late: string
  hangs: string
  /** React and a button, and nothing of ours. */
  alone: string
  stop(): Promise<void>
}

const originAt = (port: number) => `http://outside.localhost:${port}`

/** The project that the page names. It must be there before the service starts. */
export const outsideProject = ({ answers, late }: OutsidePorts) => ({
  id: 'outside',
  name: 'Outside',
  mode: 'development' as const,
  allowedOrigins: [originAt(answers), originAt(late)],
})

/** A build that names another wallet than the one that it was made with. */
function naming(wallet: OutsideWallet, build: string, target: string): string {
  cpSync(build, target, { recursive: true })
  for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    const path = join(target, name)
    if (statSync(path).isFile()) writeFileSync(path, withOrigins(readFileSync(path, 'utf8'), wallet))
  }
  return target
}

async function serve(directory: string, port: number, wallet: OutsideWallet) {
  const { host } = new URL(originAt(port))
  const html = readFileSync(join(directory, 'index.html'), 'utf8')
  return startStaticServer({
    port,
    host,
    directory,
    documents: { '/': 'index.html' },
    contentSecurityPolicy: pagePolicy(html, wallet),
  })
}

/**
 * Packs the package, builds the page with it and serves it.
 *
 * @throws Error when the page cannot be built
 */
export async function startOutsidePages(
  root: string,
  ports: OutsidePorts,
  origins: OutsideWallet['origins'],
  { floor }: BenchHosts,
  signal?: AbortSignal,
): Promise<OutsidePages> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    await Promise.all(stops.map((end) => end()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const built = await placePage(root, folder, signal)
    const late = await startLateApi(origins.api, await freePort(), LATENESS)
    stops.push(late.stop)
    const address = async (name: string, build: string, api: string, wallet: string, port: number) => {
      const named = { origins: { api, wallet } }
      const server = await serve(naming(named, build, join(folder, name)), port, named)
      stops.push(server.stop)
      return `${originAt(port)}/`
    }
    return {
      answers: await address('answers', built.page, origins.api, origins.wallet, ports.answers),
      late: await address('late', built.page, late.origin, origins.wallet, ports.late),
      hangs: await address('hangs', built.page, floor.silentApi, floor.silentWallet, await freePort()),
      alone: await address('alone', built.alone, origins.api, origins.wallet, await freePort()),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
