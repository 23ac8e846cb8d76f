import type { BenchContext } from './BenchContext.ts'
import { asNewVisitor } from './benchPage.ts'
import { type Pair, type Row, ratioRow } from './Row.ts'

type CallTimes = { single: Pair; atOnce: Pair }
type CallBench = { latchkeyBench: { compareCalls(echo: string): Promise<CallTimes> } }

/** A call to the frame beside a bare port to another site, in the same page. */
export async function bridgeRows({ browser, hosts }: BenchContext): Promise<Row[]> {
  const times = await asNewVisitor(browser, async (page) => {
    await page.goto(hosts.bench)
    await page.waitForFunction(() => 'latchkeyBench' in globalThis)
    return page.evaluate(
      (echo) => (globalThis as unknown as CallBench).latchkeyBench.compareCalls(echo),
      `${hosts.floor.echo}/`,
    )
  })
  return [
    ratioRow('bridge call, p50 (blocks of 10)', times.single, 'µs', 1.25),
    ratioRow('bridge call, p99 (blocks of 10)', times.single, 'µs', 1.25, 0.99),
    ratioRow('bridge, 50 calls at once', times.atOnce, 'ms', 1.5),
  ]
}
