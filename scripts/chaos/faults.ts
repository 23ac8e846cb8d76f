import { setTimeout as delay } from 'node:timers/promises'
import type { Mail, Postgres } from '@latchkey/testing/node'
import type { StackOrigins } from '../stack/serviceEnv.mjs'
import type { Balancer } from './balancer.ts'
import type { Replica } from './replica.ts'
import { askSilentNode } from './silentNode.ts'
import type { Tally } from './Tally.ts'

export type FaultContext = {
  postgres: Postgres
  mail: Mail
  replicas: readonly [Replica, Replica]
  balancer: Balancer
  origins: StackOrigins
  tally(): Tally
}

/** What the fault itself has to say: in words, and whether that is right. */
export type FaultResult = { said: string; ok: boolean }

/** The service promises to be gone in less than this after SIGTERM, in seconds. */
const STOP_BOUND = 10
const away = 6_000
/** Longer than a statement may take. */
const FROZEN = 14_000
const FULL = 8_000

async function withoutMail({ mail }: FaultContext, code: 421 | 452): Promise<FaultResult> {
  mail.refuseWith(code)
  await delay(FULL)
  mail.refuseWith(null)
  return { said: `full for ${FULL / 1_000} s`, ok: true }
}

/** Each breaks something, and has mended it when it settles. */
export const FAULTS: Readonly<Record<string, (context: FaultContext) => Promise<FaultResult>>> = {
  nothing: async () => {
    await delay(5_000)
    return { said: '5 s without a fault', ok: true }
  },
  'kill -9 of PostgreSQL': async ({ postgres }) => {
    postgres.kill('SIGKILL')
    await delay(away)
    await postgres.restart()
    return { said: `away for ${away / 1_000} s`, ok: true }
  },
  'freeze of PostgreSQL': async ({ postgres }) => {
    postgres.kill('SIGSTOP')
    try {
      await delay(FROZEN)
    } finally {
      postgres.kill('SIGCONT')
    }
    return { said: `frozen for ${FROZEN / 1_000} s`, ok: true }
  },
  'kill -9 of a replica': async ({ replicas: [replica] }) => {
    await replica.end('SIGKILL')
    return { said: 'started again', ok: true }
  },
  'silent node, 1000 callers': async ({ balancer, origins, tally }) => {
    const began = performance.now()
    await askSilentNode(balancer, origins, tally)
    const seconds = (performance.now() - began) / 1_000
    return { said: `the last had an answer after ${seconds.toFixed(1)} s`, ok: true }
  },
  'SIGTERM of a replica': async ({ replicas: [, replica] }) => {
    const { exit, seconds } = await replica.end('SIGTERM')
    return {
      said: `${exit.signal ?? `exit code ${exit.code}`} after ${seconds.toFixed(1)} s`,
      ok: exit.code === 0 && seconds < STOP_BOUND,
    }
  },
  'full mail server (452)': (context) => withoutMail(context, 452),
  'full mail server (421)': (context) => withoutMail(context, 421),
}
