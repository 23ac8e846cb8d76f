import type { StackOrigins, StackPorts } from './serviceEnv.mjs'
import { type StaticServer } from './staticServer.ts'
/** Vite's dev servers (hot reload) for the two demo hosts. They have no content security policy: Vite injects scripts. */
export declare function startDevHosts(
  root: string,
  ports: StackPorts,
  origins: StackOrigins,
): Promise<StaticServer>
//# sourceMappingURL=devHosts.d.ts.map
