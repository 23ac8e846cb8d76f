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

/** `GET /openapi.json`: every route of the API, itself included. Anybody may read it, and keep it for an hour. */
function addOpenApiRoute(routes: Routes): void {
  const headers = {
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
    'content-type': 'application/json',
    'cross-origin-resource-policy': 'cross-origin',
  }
  // Described when it is asked for: until then routes may be added.
  let text: string | undefined
  registerRoute(
    routes,
    { method: 'GET', path: '/openapi.json' },
    { audience: 'anyone' },
    async ({ config }) => {
      text ??= JSON.stringify(describeRoutes(routes.entries, config.apiOrigin))
      return new Response(text, { headers })
    },
  )
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
  addOpenApiRoute(routes)
}
