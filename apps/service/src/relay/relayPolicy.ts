import { comparableUrl, type RelayCaller } from '@latchkey/relay'
import { allowsOrigin, type ProjectDirectory } from '../config/projects.ts'

export type RelayConfig = {
  /** Every address that clients are given. */
  publicUrls: readonly string[]
  /**
   * `projects`: only clients that name a project of this service. `any`: wallets of others too, which bring a project
   * id of their own; that of a project of this service still needs a page of the project's list, or no page at all.
   */
  wallets: 'projects' | 'any'
}

/** React Native says that the page is the relay itself. */
function relayOrigins(publicUrls: readonly string[]): Set<string> {
  return new Set(
    publicUrls.flatMap((url) => {
      const comparable = comparableUrl(url)
      return comparable ? [new URL(comparable.replace(/^ws/, 'http')).origin] : []
    }),
  )
}

/**
 * Decides who may use the relay: a page needs an origin of its project's list; a program that is no browser needs the
 * id of a project, unless wallets of others are let in.
 *
 * @param known whether a project of that id is configured, enabled or not
 */
export function createRelayPolicy(
  { publicUrls, wallets }: RelayConfig,
  projects: ProjectDirectory,
  known: (projectId: string) => boolean,
): (caller: RelayCaller) => Promise<boolean> {
  const ours = relayOrigins(publicUrls)
  return async ({ projectId, origin }) => {
    if (!known(projectId)) return wallets === 'any'
    const project = await projects.find(projectId)
    if (!project) return false
    return origin === undefined || ours.has(origin) || allowsOrigin(project, origin)
  }
}
