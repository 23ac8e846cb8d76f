import { Agent, request } from 'node:http'
import type { Outcome, Tally } from './Tally.ts'

export type Sent = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  /** Whom the call is from, as a proxy writes it into X-Forwarded-For. */
  address: string
  /** ms until a call without an answer counts as stuck. */
  bound: number
}

export type Balancer = { send(call: Sent, tally: () => Tally): Promise<Outcome>; close(): void }

const CHECK_INTERVAL = 500
const CHECK_TIMEOUT = 2_000

type Attempt = Outcome | { kind: 'not sent' }

/** One call to one process. Nothing was sent when there was no connection. */
function attempt(agent: Agent, port: number, host: string, call: Sent, bound: number): Promise<Attempt> {
  return new Promise((resolve) => {
    let isSettled = false
    const settle = (outcome: Attempt) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      resolve(outcome)
    }
    const headers = { host, 'x-forwarded-for': call.address, ...call.headers }
    const outgoing = request(
      { agent, host: '127.0.0.1', port, method: call.method, path: call.path, headers },
      (incoming) => {
        let body = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (chunk: string) => {
          body += chunk
        })
        incoming.once('error', () => settle({ kind: 'cut' }))
        incoming.once('end', () =>
          settle({ kind: 'answer', status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
        )
      },
    )
    const timer = setTimeout(() => {
      settle({ kind: 'stuck' })
      outgoing.destroy()
    }, bound)
    outgoing.once('error', ({ code }: NodeJS.ErrnoException) =>
      settle({ kind: code === 'ECONNREFUSED' ? 'not sent' : 'cut' }),
    )
    outgoing.end(call.body)
  })
}

/**
 * Hands calls to the processes in turn, as a proxy in front of them would: one that says by `/ready` that it takes no
 * more is passed over, and a call that could not be sent goes to the next.
 *
 * @param host what callers write into Host
 */
export function createBalancer(ports: readonly number[], host: string): Balancer {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const away = new Set<number>()
  let turn = 0
  const check = async (port: number) => {
    const ready: Sent = {
      method: 'GET',
      path: '/ready',
      headers: {},
      address: '127.0.0.1',
      bound: CHECK_TIMEOUT,
    }
    const outcome = await attempt(agent, port, host, ready, CHECK_TIMEOUT)
    if (outcome.kind !== 'answer' || outcome.status === 503) away.add(port)
    else away.delete(port)
  }
  const checks = setInterval(() => {
    for (const port of ports) void check(port)
  }, CHECK_INTERVAL)
  const order = () => {
    turn += 1
    const turned = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0)
    // When all are away there is nothing better than to try.
    return [...turned.filter((port) => !away.has(port)), ...turned.filter((port) => away.has(port))]
  }
  return {
    async send(call, tally) {
      const began = performance.now()
      let outcome: Attempt = { kind: 'unreachable' }
      for (const port of order()) {
        outcome = await attempt(agent, port, host, call, call.bound)
        if (outcome.kind !== 'not sent') break
      }
      const known: Outcome = outcome.kind === 'not sent' ? { kind: 'unreachable' } : outcome
      tally().note(call.path, known, performance.now() - began)
      return known
    },
    close() {
      clearInterval(checks)
      agent.destroy()
    },
  }
}
