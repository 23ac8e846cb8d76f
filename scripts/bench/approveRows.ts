import type { Page } from 'playwright'
import type { BenchContext } from './BenchContext.ts'
import { asNewVisitor } from './benchPage.ts'
import { type Row, samplesRow } from './Row.ts'
import { recordClicks } from './recordClicks.ts'
import { signIn, signMessage } from './visitorPath.ts'

const ROUNDS = 7

/** Runs in every document before its scripts: writes down the wall time at which the page shows the signature. */
function recordSignature(): void {
  new MutationObserver(() => {
    if (document.querySelector('#result[data-state="done"]'))
      Object.assign(globalThis, { signedAt: performance.timeOrigin + performance.now() })
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-state'] })
}

async function timeSignature(page: Page, walletOrigin: string): Promise<number> {
  await signMessage(page)
  const frame = page.frames().find((each) => each.url().startsWith(walletOrigin))
  if (!frame) throw new Error('The page has no wallet frame.')
  const clickedAt = await frame.evaluate(() => (globalThis as { clickedAt?: number }).clickedAt)
  const signedAt = await page.evaluate(() => (globalThis as { signedAt?: number }).signedAt)
  return (signedAt ?? Number.NaN) - (clickedAt ?? Number.NaN)
}

/** Approve click → signature in the host page: the first after a load, and one that finds everything warm. */
export async function approveRows({ browser, stack }: BenchContext): Promise<Row[]> {
  const first: number[] = []
  const later: number[] = []
  await asNewVisitor(browser, async (page) => {
    await page.addInitScript(recordClicks)
    await page.addInitScript(recordSignature)
    // The signature of a key, which no network has to confirm.
    await page.goto(`${stack.origins.app}/?account=eoa`)
    await signIn(page, stack, 'bench-approve@example.com')
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.reload()
      await page.locator('latchkey-button').locator('button[data-state="connected"]').waitFor()
      first.push(await timeSignature(page, stack.origins.wallet))
      later.push(await timeSignature(page, stack.origins.wallet))
    }
  })
  return [
    samplesRow('approve click → signature, first after a load', first, 'ms'),
    samplesRow('approve click → signature, later ones', later, 'ms'),
  ]
}
