import type { Config } from '@latchkey/sdk'
import { openEcho } from './openEcho.ts'
import { walletConnector } from './walletConnector.ts'

type Call = () => Promise<unknown>
type Side = 'ours' | 'floor'
export type CallTimes = Record<'single' | 'atOnce', Record<Side, number[]>>

/** The page's clock moves in steps of 100 µs, so calls are timed in blocks, one after the other. */
const BLOCK = 10
/** The frame takes 50 messages a second and 100 at once: never more than it takes, and time to refill. */
const BLOCKS_A_BURST = 4
const BURSTS = 25
const ROUNDS_AT_ONCE = 15
const AT_ONCE = 50
const MESSAGES_A_SECOND = 50

const refill = (messages: number) =>
  new Promise((resolve) => setTimeout(resolve, (messages / MESSAGES_A_SECOND) * 1_000))

/** Mean time of one call of a block, in µs. */
async function timeBlock(call: Call): Promise<number> {
  const began = performance.now()
  for (let index = 0; index < BLOCK; index += 1) await call()
  return ((performance.now() - began) / BLOCK) * 1_000
}

/** Time until all are answered, in ms. */
async function timeAtOnce(call: Call): Promise<number> {
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, call))
  return performance.now() - began
}

/** Times both sides in turns, the other first every second time. */
async function inTurns(
  round: number,
  calls: Record<Side, Call>,
  time: (call: Call) => Promise<number>,
  into: Record<Side, number[]>,
): Promise<void> {
  const sides: Side[] = round % 2 === 0 ? ['ours', 'floor'] : ['floor', 'ours']
  for (const side of sides) into[side].push(await time(calls[side]))
}

/**
 * A call to the wallet's frame that it answers by itself, beside a bare port to a frame of another site, in one page.
 *
 * @param echo address of a document that sends back what comes over the port that it is given
 */
export async function compareCalls(config: Config, echo: string): Promise<CallTimes> {
  const connector = walletConnector(config)
  await connector.prepare?.()
  await connector.request({ method: 'eth_accounts' })
  const calls = { ours: () => connector.request({ method: 'eth_chainId' }), floor: await openEcho(echo) }
  const times: CallTimes = { single: { ours: [], floor: [] }, atOnce: { ours: [], floor: [] } }
  // Code that runs for the first time is slow on both sides.
  for (const call of [calls.ours, calls.floor]) await timeAtOnce(call)
  await refill(100)
  for (let burst = 0; burst < BURSTS; burst += 1) {
    for (let block = 0; block < BLOCKS_A_BURST; block += 1)
      await inTurns(block, calls, timeBlock, times.single)
    await refill(BLOCK * BLOCKS_A_BURST)
  }
  for (let round = 0; round < ROUNDS_AT_ONCE; round += 1) {
    await refill(AT_ONCE)
    await inTurns(round, calls, timeAtOnce, times.atOnce)
  }
  return times
}
