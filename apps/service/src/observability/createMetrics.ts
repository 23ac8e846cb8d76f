import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What the relay does. */
function relayMetrics(registers: Registry[]) {
  return {
    relaySockets: new Gauge({ name: 'latchkey_relay_sockets', help: 'Open sockets of the relay', registers }),
    relayEvents: new Counter({
      name: 'latchkey_relay_events_total',
      help: 'Sockets opened and closed, messages stored, repeated, delivered and acknowledged',
      labelNames: ['event'],
      registers,
    }),
    relayCalls: new Counter({
      name: 'latchkey_relay_calls_total',
      help: 'Calls of relay clients, by method and outcome',
      labelNames: ['method', 'outcome'],
      registers,
    }),
    relayRefusals: new Counter({
      name: 'latchkey_relay_refusals_total',
      help: 'Sockets that the relay refused, by HTTP status',
      labelNames: ['status'],
      registers,
    }),
  }
}

/** What networks are asked. */
function chainMetrics(registers: Registry[]) {
  return {
    bundler: new Counter({
      name: 'latchkey_bundler_calls_total',
      help: 'ERC-4337 calls, by chain, method and outcome',
      labelNames: ['chain', 'method', 'outcome'],
      registers,
    }),
    sponsorships: new Counter({
      name: 'latchkey_sponsorships_total',
      help: 'Questions to paymasters, by chain, kind and outcome',
      labelNames: ['chain', 'kind', 'outcome'],
      registers,
    }),
    upstream: new Counter({
      name: 'latchkey_rpc_calls_total',
      help: 'JSON-RPC calls, by chain and outcome',
      labelNames: ['chain', 'outcome'],
      registers,
    }),
    subscriptionSockets: new Gauge({
      name: 'latchkey_subscription_sockets',
      help: 'Open sockets for subscriptions to networks',
      registers,
    }),
    subscriptions: new Counter({
      name: 'latchkey_subscriptions_total',
      help: 'Subscriptions that were asked for, by chain, kind and outcome',
      labelNames: ['chain', 'kind', 'outcome'],
      registers,
    }),
    historyBlocks: new Counter({
      name: 'latchkey_history_blocks_total',
      help: 'Blocks that were read for the transactions of own accounts, by network',
      labelNames: ['chain'],
      registers,
    }),
    chainData: new Counter({
      name: 'latchkey_chain_data_total',
      help: 'Readings of balances, prices and names, by network and outcome',
      labelNames: ['kind', 'chain', 'outcome'],
      registers,
    }),
  }
}

/** Prometheus metrics of one service. Labels are names from the code, never a caller's text. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    /** Once a process: event loop, memory, file handles. */
    collectProcess: () => collectDefaultMetrics({ register: registry }),
    requests: new Histogram({
      name: 'latchkey_http_request_seconds',
      help: 'Time to answer, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    problems: new Counter({
      name: 'latchkey_problems_total',
      help: 'Answers with an error, by its stable code',
      labelNames: ['code'],
      registers,
    }),
    mails: new Counter({
      name: 'latchkey_mails_total',
      help: 'Attempts to hand a mail over, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    mailQueue: new Gauge({
      name: 'latchkey_mail_queue',
      help: 'Mails that are not handed over yet, in the queue of all processes',
      registers,
    }),
    failedTasks: new Counter({
      name: 'latchkey_failed_tasks_total',
      help: 'Work in the background that failed, by task',
      labelNames: ['task'],
      registers,
    }),
    poolConnections: new Gauge({
      name: 'latchkey_database_connections',
      help: 'Connections of the pool to PostgreSQL, by state',
      labelNames: ['state'],
      registers,
    }),
    poolWaiting: new Gauge({
      name: 'latchkey_database_waiting',
      help: 'Callers that wait for a connection of the pool',
      registers,
    }),
    codes: new Counter({
      name: 'latchkey_codes_total',
      help: 'Codes tried, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    ...relayMetrics(registers),
    ...chainMetrics(registers),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Names routes for logs and metrics by their own pattern, such as `/keys/v1/wallets/:walletId/confirm`. */
export type RouteLabels = {
  /** Notes the route that has answered a request; the first of an app's middleware. */
  note: MiddlewareHandler
  /** The route of a request. `unknown` where there is none: its path is the caller's own text. */
  of(request: Request): string
}

export function createRouteLabels(): RouteLabels {
  const labels = new WeakMap<Request, string>()
  const labelOf = (context: Context) => {
    const handlers = matchedRoutes(context).filter(({ method }) => method !== 'ALL')
    return handlers.at(-1)?.path
  }
  return {
    async note(context, next) {
      await next()
      const label = labelOf(context)
      if (label !== undefined) labels.set(context.req.raw, label)
    },
    of: (request) => labels.get(request) ?? 'unknown',
  }
}
