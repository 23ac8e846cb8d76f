import type { HttpTransport } from 'viem'

/** Spec 9. */
const INTERVAL = 4_000
const SAMPLE_COUNT = 10
const WEIGHTS = { stability: 0.7, latency: 0.3 }
const PING_TIMEOUT = 1_000
/** Nobody asked for this long: measuring stops until somebody does. */
const IDLE = 60_000

export type Sample = { latency: number; success: boolean }

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/**
 * Scores one upstream between 0 and 1: how often it answered, and how fast against the slowest of all.
 *
 * @param slowest the longest latency among all upstreams' samples, milliseconds
 */
export function scoreOf(samples: readonly Sample[], slowest: number): number {
  const stability = mean(samples.map(({ success }) => (success ? 1 : 0)))
  if (stability === 0) return 0
  const latency = slowest > 0 ? 1 - mean(samples.map((sample) => sample.latency)) / slowest : 1
  return WEIGHTS.stability * stability + WEIGHTS.latency * latency
}

async function ping(transport: HttpTransport, now: () => number): Promise<Sample> {
  const began = now()
  try {
    await transport({ retryCount: 0, timeout: PING_TIMEOUT }).request({ method: 'net_version' })
    return { latency: now() - began, success: true }
  } catch {
    return { latency: now() - began, success: false }
  }
}

/**
 * Measures upstreams every four seconds while they are in use, and tells their order, best first. Its timer does not
 * keep the process alive.
 */
export function createRanking(
  transports: readonly HttpTransport[],
  now: () => number,
  onOrder: (order: readonly HttpTransport[]) => void,
): { touch(): void } {
  const entries = transports.map((transport) => ({ transport, samples: [] as Sample[] }))
  let usedAt = 0
  let isRunning = false

  async function measure(): Promise<void> {
    await Promise.all(
      entries.map(async ({ transport, samples }) => {
        samples.push(await ping(transport, now))
        if (samples.length > SAMPLE_COUNT) samples.shift()
      }),
    )
    const slowest = Math.max(...entries.flatMap(({ samples }) => samples.map(({ latency }) => latency)))
    const scored = entries.map(({ transport, samples }) => ({ transport, score: scoreOf(samples, slowest) }))
    onOrder(scored.sort((a, b) => b.score - a.score).map(({ transport }) => transport))
    if (now() - usedAt < IDLE) setTimeout(measure, INTERVAL).unref()
    else isRunning = false
  }

  return {
    touch() {
      usedAt = now()
      if (isRunning) return
      isRunning = true
      void measure()
    },
  }
}
