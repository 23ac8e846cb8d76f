import { comparableUrl, type RelayCaller } from '@latchkey/relay'
import { allowsOrigin, type ProjectDirectory } from '../config/projects.ts'
import type { RelayConfig } from '../config/ServiceConfig.ts'

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
 * Decides who may use the relay: a page or a program needs the id of a project, unless wallets of others are let in.
 *
 * @param known whether a project of that id is configured, enabled or not
 * @param admitGuest counts a page whose origin is not on the project's list; false when there were too many
 */
export function createRelayPolicy(
  { publicUrls, wallets }: RelayConfig,
  projects: ProjectDirectory,
  known: (projectId: string) => boolean,
  admitGuest: (projectId: string) => Promise<boolean>,
): (caller: RelayCaller) => Promise<boolean> {
  const ours = relayOrigins(publicUrls)
  return async ({ projectId, origin }) => {
    if (!known(projectId)) return wallets === 'any'
    const project = await projects.find(projectId)
    if (!project) return false
    if (origin === undefined || ours.has(origin) || allowsOrigin(project, origin)) return true
    return origin !== 'null' && admitGuest(projectId)
  }
}
