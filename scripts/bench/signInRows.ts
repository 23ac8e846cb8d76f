import { Agent } from 'node:http'
import type { BenchContext } from './BenchContext.ts'
import type { Row } from './Row.ts'
import { createSignInDevice, type SignInDevice } from './signInDevice.ts'
import { median, quantile } from './statistics.ts'

const SIGN_INS = 300
const AT_ONCE = 16
/** A project may send 60 codes a minute, so the sign-ins are spread over many. */
const PROJECTS = 50

const projectId = (index: number) => `bench-${index % PROJECTS}`

/** The projects that the sign-ins use. */
export const signInProjects = (hostOrigin: string) =>
  Array.from({ length: PROJECTS }, (_, index) => ({
    id: projectId(index),
    name: `Bench ${index}`,
    mode: 'development' as const,
    allowedOrigins: [hostOrigin],
  }))

type Times = { start: number[]; verify: number[]; whole: number[] }

async function timed<T>(samples: number[], work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  samples.push(performance.now() - began)
  return result
}

async function signIn(
  { stack }: BenchContext,
  device: SignInDevice,
  who: string,
  index: number,
  times: Times,
) {
  const email = `${who}-${index}@example.com`
  const begin = { projectId: projectId(index), hostOrigin: stack.origins.app, email, purpose: 'login' }
  const answer = await timed(times.start, () => device.post('/auth/v1/email/start', begin))
  const { challengeId } = answer as { challengeId: string }
  const { text } = await stack.mail.waitForMessage(email)
  const code = /^\s*([0-9]{6}|[0-9A-Z]{8})\s*$/m.exec(text)?.[1]
  if (!code) throw new Error('The mail has no code.')
  await timed(times.verify, () => device.post('/auth/v1/email/verify', { challengeId, code }))
}

const latencyRow = (name: string, samples: readonly number[]): Row => ({
  name,
  ours: `p50 ${median(samples).toFixed(0)} ms, p99 ${quantile(samples, 0.99).toFixed(0)} ms`,
})

/**
 * Full sign-ins against the service: ask for a code, read it from the mail, prove it.
 *
 * @param who the beginning of their addresses; each new one makes new accounts
 */
export async function measureSignIns(context: BenchContext, who: string) {
  const { stack } = context
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const address = { port: stack.ports.service, origins: stack.origins, agent }
  const devices = Array.from({ length: SIGN_INS }, () => createSignInDevice(address))
  const times: Times = { start: [], verify: [], whole: [] }
  const queue = devices.entries()
  const began = performance.now()
  const work = async () => {
    // All workers take from one iterator.
    for (const [index, device] of queue)
      await timed(times.whole, () => signIn(context, device, who, index, times))
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    agent.destroy()
  }
  const seconds = (performance.now() - began) / 1_000
  return { times, seconds, perSecond: SIGN_INS / seconds }
}

/** Sign-ins as they are in an almost empty database. */
export async function signInRows(context: BenchContext): Promise<Row[]> {
  const { times, seconds } = await measureSignIns(context, 'bench')
  const rate = (count: number) => `${(count / seconds).toFixed(1)}/s`
  return [
    {
      name: `service on ${context.database}: ${SIGN_INS} sign-ins, ${AT_ONCE} at once`,
      ours: `${rate(SIGN_INS)} (${rate(2 * SIGN_INS)} requests)`,
    },
    latencyRow('service: whole sign-in', times.whole),
    latencyRow('service: send a code (padded to 400 ms)', times.start),
    latencyRow('service: verify a code', times.verify),
  ]
}
