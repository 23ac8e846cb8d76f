import type { StackOrigins, StackPorts } from './serviceEnv.mjs'
import { type StaticServer } from './staticServer.ts'
/** Which documents of the demo build each host shows. */
export declare const demoDocuments: {
  readonly app: {
    readonly '/': 'index.html'
    readonly '/workbench': 'workbench.html'
    readonly '/workbench.html': 'workbench.html'
    readonly '/baseline': 'baseline.html'
    readonly '/button-only': 'button-only.html'
    readonly '/empty-frames': 'empty-frames.html'
  }
  readonly shop: {
    readonly '/': 'shop.html'
  }
}
/** The strictest policy that a dapp team is likely to have: nothing inline, no eval, our origins alone. */
export declare function demoContentSecurityPolicy({ api, wallet }: StackOrigins): string
/** Tells a demo document where the stack is: fills `<meta name="latchkey-stack" content="">` with the origins as JSON. */
export declare function fillStackMeta(html: string, origins: StackOrigins): string
/** Serves the finished demo build on its two hosts. */
export declare function startDemoHosts(
  root: string,
  ports: StackPorts,
  origins: StackOrigins,
): Promise<StaticServer>
//# sourceMappingURL=demoHosts.d.ts.map
