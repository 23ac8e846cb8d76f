import type { BenchContext } from './BenchContext.ts'
import { asNewVisitor } from './benchPage.ts'
import { type Row, samplesRow, valueRow } from './Row.ts'
import { recordWallets, SPEED, type WalletsRecord } from './recordWallets.ts'
import { quantile } from './statistics.ts'

const ROUNDS = 5
/** A frame that was left out, at 60 a second. */
const DROPPED = 34
const PAGE = 40

type Sample = WalletsRecord & { requests: number }

function look({ browser, stack }: BenchContext): Promise<Sample> {
  return asNewVisitor(browser, async (page) => {
    let requests = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/getWallets') requests += 1
    })
    await page.goto(stack.origins.app, { waitUntil: 'load' })
    await page.locator('latchkey-button').getByRole('button').click()
    const row = page.getByRole('dialog').getByRole('button', { name: /^All wallets/ })
    await row.waitFor()
    // The first page is at hand, as it is when a hand reaches the row.
    await row.hover()
    await page.waitForLoadState('networkidle')
    const record = await page.evaluate(recordWallets, { label: 'All wallets', speed: SPEED })
    return { ...record, requests }
  })
}

/** All wallets: click → first tiles with data at hand, then frames and elements while the list is scrolled to its end. */
export async function walletRows(context: BenchContext): Promise<Row[]> {
  const samples: Sample[] = []
  for (let round = 0; round < ROUNDS; round += 1) samples.push(await look(context))
  const count = Math.max(...samples.map(({ wallets }) => wallets))
  const frames = samples.flatMap((sample) => sample.frames)
  const dropped = samples.map((sample) => sample.frames.filter((time) => time > DROPPED).length)
  const of = (read: (sample: Sample) => number) => samples.map(read)
  return [
    samplesRow(
      'all wallets: click → first tiles',
      of(({ first }) => first),
      'ms',
      100,
    ),
    valueRow(`all wallets, ${count} scrolled: 99th frame of 100`, quantile(frames, 0.99), 'ms'),
    samplesRow(`all wallets, ${count} scrolled: frames over ${DROPPED} ms`, dropped, '', 0),
    valueRow(
      `all wallets, ${count} scrolled: elements at most`,
      Math.max(...of(({ elements }) => elements)),
      '',
      250,
    ),
    valueRow(
      'all wallets: list requests',
      Math.max(...of(({ requests }) => requests)),
      '',
      Math.ceil(count / PAGE),
    ),
  ]
}
