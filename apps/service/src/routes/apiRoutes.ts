import { etagOf, matchesEtag } from '../crypto/etag.ts'
import { describeRoutes } from '../http/describeRoutes.ts'
import { type Routes, registerRoute } from '../http/registerRoute.ts'
import type { ChainClients } from '../upstreams/rpc/chainClients.ts'
import { addAdminRoutes } from './adminRoutes.ts'
import { addAnalyticsRoutes } from './analyticsRoutes.ts'
import { addDirectoryRoutes } from './directoryRoutes.ts'
import { addOperationRoutes } from './operationRoutes.ts'
import { addPaymasterRoutes } from './paymasterRoutes.ts'
import { addProjectRoutes } from './projectRoutes.ts'
import { addRpcRoutes } from './rpcRoutes.ts'
import { addSiwxRoutes } from './siwxRoutes.ts'
import { addSocialRoutes, type SocialLogin } from './socialRoutes.ts'
import { addWalletRoutes } from './walletRoutes.ts'

/** What everybody may keep for an hour. */
const SHARED = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Every route of the API, itself included: those of the operator in the operator's document alone. */
function addOpenApiRoutes(routes: Routes): void {
  const add = (path: string, audience: 'anyone' | 'operator', headers: Record<string, string>) => {
    // Described when it is asked for: until then routes may be added.
    let document: { text: string; etag: string } | undefined
    registerRoute(routes, { method: 'GET', path }, { audience }, async ({ config }, { request }) => {
      if (!document) {
        const text = JSON.stringify(describeRoutes(routes.entries, config.apiOrigin, audience === 'operator'))
        document = { text, etag: etagOf(text) }
      }
      const { text, etag } = document
      if (matchesEtag(request.headers.get('if-none-match') ?? undefined, etag))
        return new Response(null, { status: 304, headers: { ...headers, etag } })
      return new Response(text, { headers: { ...headers, etag, 'content-type': 'application/json' } })
    })
  }
  add('/openapi.json', 'anyone', SHARED)
  add('/admin/v1/openapi.json', 'operator', {})
}

/** Every route of the API's own host. */
export function addApiRoutes(routes: Routes, social: SocialLogin, clients: ChainClients): void {
  addWalletRoutes(routes)
  addSiwxRoutes(routes)
  addSocialRoutes(routes, social)
  addProjectRoutes(routes)
  addAnalyticsRoutes(routes)
  addAdminRoutes(routes)
  addDirectoryRoutes(routes)
  addRpcRoutes(routes)
  addPaymasterRoutes(routes, clients)
  addOperationRoutes(routes)
  addOpenApiRoutes(routes)
}
