import { NotFoundError } from '@latchkey/protocol/http'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { changedProject } from './admin/projectChanges.ts'
import { caip2Of } from './config/namespaces.ts'
import { createProjectDirectory, type ProjectDirectory } from './config/projects.ts'
import { limitsOf, type ServiceConfig } from './config/ServiceConfig.ts'
import { createLifecycle, type ServiceContext } from './context/ServiceContext.ts'
import { createChannel } from './crypto/channel.ts'
import { createHashKeys, recordKeys } from './crypto/serviceKeys.ts'
import { createLeasedLimiter } from './db/counters.ts'
import type { OpenDatabase } from './db/Database.ts'
import { openDatabase } from './db/openDatabase.ts'
import { sweep } from './db/sweep.ts'
import { type Directory, loadDirectory, shippedDirectory } from './directory/walletDirectory.ts'
import {
  addDocuments,
  createDocumentApp,
  keysDocuments,
  walletDocuments,
} from './documents/createDocumentApp.ts'
import { frameConfigOf, keysConfigOf, panelConfigOf } from './documents/documentConfigs.ts'
import { isHttps } from './documents/documentHeaders.ts'
import { type BuiltApps, createBuiltApps } from './documents/earlierFiles.ts'
import { createHistoryIndexer } from './history/createHistoryIndexer.ts'
import { setApiHeaders } from './http/apiHeaders.ts'
import { addOpenApiRoutes } from './http/describeRoutes.ts'
import { problemResponse, toPublicError } from './http/problemResponse.ts'
import type { Routes } from './http/registerRoute.ts'
import { serveRoutes } from './http/serveRoutes.ts'
import { deliverDueMail } from './mail/mailQueue.ts'
import { connectMailServer, type SendMail, watchMail } from './mail/mailServer.ts'
import {
  createLogger,
  createRequestIds,
  describeError,
  type Logger,
  type RequestIds,
} from './observability/createLogger.ts'
import { createMetrics, createRouteLabels } from './observability/createMetrics.ts'
import { settleDue } from './paymaster/settleDue.ts'
import { createLocalRecovery } from './recovery/createLocalRecovery.ts'
import { attachRelay } from './relay/attachRelay.ts'
import { addAdminRoutes } from './routes/adminRoutes.ts'
import { addAnalyticsRoutes } from './routes/analyticsRoutes.ts'
import { addChainDataRoutes } from './routes/chainDataRoutes.ts'
import { addConvertRoutes } from './routes/convertRoutes.ts'
import { addDirectoryRoutes } from './routes/directoryRoutes.ts'
import { addNameRoutes } from './routes/nameRoutes.ts'
import { addNftRoutes } from './routes/nftRoutes.ts'
import { addOnrampRoutes } from './routes/onrampRoutes.ts'
import { addOperationRoutes } from './routes/operationRoutes.ts'
import { addPaymasterRoutes } from './routes/paymasterRoutes.ts'
import { addProjectRoutes } from './routes/projectRoutes.ts'
import { addRpcRoutes } from './routes/rpcRoutes.ts'
import { addSiwxRoutes } from './routes/siwxRoutes.ts'
import {
  addSocialPages,
  addSocialRoutes,
  createSocialLogin,
  type SocialLogin,
} from './routes/socialRoutes.ts'
import { addWalletRoutes } from './routes/walletRoutes.ts'
import { addWindowRoutes } from './routes/windowRoutes.ts'
import type { Service } from './runService.ts'
import { attachSubscriptions } from './subscriptions/attachSubscriptions.ts'
import { type ChainClients, createChainClients } from './upstreams/rpc/chainClients.ts'
import { createFillSmartAccounts } from './wallets/fillSmartAccounts.ts'

/** Parts that a test or another program brings itself. */
export type ServiceDependencies = {
  logger?: Logger
  database?: OpenDatabase
  projects?: ProjectDirectory
  sendMail?: SendMail
  /** Read already; for many services in one process. */
  directory?: Directory
}

async function createContext(
  config: ServiceConfig,
  deps: ServiceDependencies,
  database: OpenDatabase,
  directory: Directory,
) {
  const { kek, recoveryKek, pepper, others } = config.secrets
  const { db, ping, poolStats } = database
  const { now } = config
  const limits = limitsOf(config)
  const channel = await createChannel(kek, others?.keks)
  const { smtpUrl, from } = config.mail
  const mailServer = !deps.sendMail && smtpUrl ? connectMailServer(smtpUrl, from) : null
  const { sendMail, health: mailHealth } = watchMail(
    deps.sendMail ?? mailServer?.sendMail ?? null,
    async () => mailServer?.greet(),
    now,
  )
  const requests = createRequestIds(config.trustedProxies)
  const context: ServiceContext = {
    config,
    limits,
    db,
    ping,
    poolStats,
    projects: deps.projects ?? createProjectDirectory(config.projects, { changed: changedProject(db), now }),
    chains: new Map(config.chains.map((chain) => [caip2Of(chain), chain])),
    hashKeys: createHashKeys(pepper, others?.peppers),
    ...recordKeys(kek, others?.keks),
    channel,
    recovery: createLocalRecovery({
      db,
      kek: recoveryKek,
      otherKeks: others?.recoveryKeks ?? [],
      channel,
      now,
      freshLogin: limits.freshLogin,
    }),
    take: createLeasedLimiter(db, now),
    sendMail,
    mailHealth,
    lifecycle: createLifecycle(),
    logger: requests.nameIn(deps.logger ?? createLogger(config.logLevel)),
    metrics: createMetrics(),
    routeLabels: createRouteLabels(),
    directory,
  }
  return { context, requests, closeMail: () => mailServer?.close() }
}

/** Every route of the API's own host. */
export function addApiRoutes(routes: Routes, social: SocialLogin, clients: ChainClients): void {
  addWalletRoutes(routes)
  addSiwxRoutes(routes)
  addSocialRoutes(routes, social)
  addProjectRoutes(routes)
  addAnalyticsRoutes(routes)
  addWindowRoutes(routes)
  addAdminRoutes(routes)
  addDirectoryRoutes(routes)
  addRpcRoutes(routes)
  addChainDataRoutes(routes)
  addConvertRoutes(routes)
  addOnrampRoutes(routes)
  addNameRoutes(routes, clients)
  addNftRoutes(routes)
  addPaymasterRoutes(routes, clients)
  addOperationRoutes(routes)
  addOpenApiRoutes(routes)
}

function createApiApp(service: ServiceContext, social: SocialLogin, clients: ChainClients): Hono {
  const app = new Hono()
  const https = isHttps(service.config)
  app.use(service.routeLabels.note)
  app.use(async (context, next) => {
    await next()
    setApiHeaders(context.res.headers, https)
  })
  app.notFound(() => problemResponse(new NotFoundError()))
  app.onError((error, context) => answerError(service, error, context))
  const routes: Routes = { service, entries: [] }
  addApiRoutes(routes, social, clients)
  serveRoutes(app, routes)
  return app
}

function createDocumentApps(
  service: ServiceContext,
  social: SocialLogin,
  built: BuiltApps,
): { wallet: Hono; keys: Hono } {
  const wallet: Routes = { service, entries: [] }
  addDocuments(wallet, built.wallet, walletDocuments(service))
  addSocialPages(wallet, social)
  const keys: Routes = { service, entries: [] }
  addDocuments(keys, built.keys, keysDocuments(service))
  return { wallet: createDocumentApp(wallet, 'frame'), keys: createDocumentApp(keys, 'keys') }
}

/** The problem, with the headers that were decided before it happened: who may read it, and the next nonce. */
function answerError({ logger, metrics }: ServiceContext, error: unknown, context: Context): Response {
  const shown = toPublicError(error)
  metrics.problems.inc({ code: String(shown.code) })
  if (shown !== error) logger.error({ route: routePath(context), ...describeError(error) }, 'request failed')
  const response = problemResponse(shown)
  context.res.headers.forEach((value, name) => {
    if (/^(access-control-|dpop-nonce$)/.test(name)) response.headers.set(name, value)
  })
  return response
}

/** Asked by address, and too often to be logged. */
const OPERATION = /^\/(?:health|live|ready)$/

function createHostApp(
  service: ServiceContext,
  requests: RequestIds,
  clients: ChainClients,
  built: BuiltApps,
): Hono {
  const { config, logger, metrics, routeLabels } = service
  const host = (origin: string) => new URL(origin).host
  const social = createSocialLogin(service)
  const api = createApiApp(service, social, clients)
  const { wallet, keys } = createDocumentApps(service, social, built)
  const byHost = new Map<string, Hono>([
    [host(config.walletOrigin), wallet],
    [host(config.keysOrigin), keys],
    [host(config.apiOrigin), api],
  ])
  const answer = async (context: Context): Promise<Response> => {
    const began = performance.now()
    const { method, raw } = context.req
    const { host: name, pathname } = new URL(context.req.url)
    const isOperation = OPERATION.test(pathname)
    // Load balancers ask by address.
    const target = byHost.get(name) ?? (isOperation ? api : undefined)
    const response = target
      ? await target.fetch(raw, context.env)
      : new Response('This host is not served here.\n', {
          status: 421,
          headers: { 'content-type': 'text/plain' },
        })
    const seconds = (performance.now() - began) / 1_000
    const { status } = response
    const route = routeLabels.of(raw)
    metrics.requests.observe({ method, route, status }, seconds)
    if (!isOperation) logger.info({ method, route, status, ms: Math.round(seconds * 1_000) }, 'request')
    return response
  }
  const app = new Hono()
  app.all('*', (context) => requests.answer(context.req.raw, () => answer(context)))
  return app
}

/**
 * Builds the whole service: documents, API and RPC proxy over one database. It listens nowhere and starts no timer;
 * `main.ts` does.
 *
 * @param config see `ServiceConfig`
 * @param deps parts brought along
 * @throws when the wallet directory is malformed, the database cannot be opened or a project does not make a valid document configuration
 * @example
 * const service = await createService(config)
 * const answer = await service.app.request('http://api.localhost:8787/health')
 */
export async function createService(config: ServiceConfig, deps: ServiceDependencies = {}): Promise<Service> {
  const shipped = shippedDirectory()
  const directory = deps.directory ?? loadDirectory(config.directoryDir ?? shipped, shipped)
  const database = deps.database ?? (await openDatabase(config.database))
  const { context, requests, closeMail } = await createContext(config, deps, database, directory)
  for (const project of config.projects) {
    frameConfigOf(config, project)
    keysConfigOf(config, project, context.channel.publicKey)
    panelConfigOf(config, project, context.channel.publicKey)
  }
  const clients = createChainClients(context)
  const history = createHistoryIndexer(context)
  const fillOnce = createFillSmartAccounts(context.db)
  const built = createBuiltApps(config, context.logger)
  const onFailure = (table: string, error: unknown) => {
    context.metrics.failedTasks.inc({ task: `sweep ${table}` })
    context.logger.error({ task: 'sweep', table, ...describeError(error) }, 'task failed')
  }
  const keepFiles = () => built.keep().catch((error: unknown) => onFailure('files', error))
  // Before a document of this build names them. A disk that fails keeps nobody from the wallet.
  await keepFiles()
  return {
    app: createHostApp(context, requests, clients, built),
    logger: context.logger,
    metrics: context.metrics,
    sweep: async () => {
      const { retentionDays } = config.analytics
      await sweep(context.db, config.now(), { retentionDays, onFailure })
      await fillOnce().catch((error: unknown) => onFailure('wallets', error))
      await keepFiles()
    },
    settle: () => settleDue(context, clients),
    followChains: history.run,
    deliverMail: () => deliverDueMail(context),
    attachRelay: (server) => attachRelay(context, database.listen, server),
    attachSubscriptions: (server) => attachSubscriptions(context, server),
    leave: context.lifecycle.leave,
    endWaits: context.lifecycle.endWaits,
    close: async () => {
      await context.lifecycle.settled()
      await history.close()
      closeMail()
      requests.close()
      if (!deps.database) await database.close()
    },
  }
}
