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

/** Runs in every document before its scripts: the wallet's window says when a person can read it, and when it was clicked. */
function tellWindow(): void {
  type Tell = { tellBench?: (name: string, at: number) => void }
  const tell = (name: string, at = performance.now()) =>
    (globalThis as Tell).tellBench?.(name, performance.timeOrigin + at)
  if (!location.pathname.startsWith('/window')) return
  const usable = new MutationObserver(() => {
    if (!document.querySelector('[data-armed]')) return
    usable.disconnect()
    tell('usable')
  })
  usable.observe(document, { subtree: true, childList: true, attributes: true })
  addEventListener('click', ({ timeStamp }) => tell('clicked', timeStamp), true)
}

/** The same where the page's requests are approved in the wallet's own window, which the page opens in its click. */
async function windowRows({ browser, stack }: BenchContext): Promise<Row[]> {
  const signed: number[] = []
  const usable: number[] = []
  await asNewVisitor(browser, async (page) => {
    const told = new Map<string, number>()
    const context = page.context()
    await context.exposeFunction('tellBench', (name: string, at: number) => void told.set(name, at))
    for (const script of [recordClicks, recordSignature, tellWindow]) await context.addInitScript(script)
    await page.goto(`${stack.origins.vouched}/?account=eoa`)
    await signIn(page, stack, 'bench-window@example.com')
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.reload()
      await page.locator('latchkey-button').locator('button[data-state="connected"]').waitFor()
      const [window] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('button', { name: 'Sign a message' }).click(),
      ])
      const askedAt = await page.evaluate(() => (globalThis as { clickedAt?: number }).clickedAt)
      const approve = window.getByRole('button', { name: 'Approve' })
      await approve.and(window.locator('[data-state="ready"]')).click()
      await page.locator('#result[data-state="done"]').waitFor()
      const signedAt = await page.evaluate(() => (globalThis as { signedAt?: number }).signedAt)
      usable.push((told.get('usable') ?? Number.NaN) - (askedAt ?? Number.NaN))
      signed.push((signedAt ?? Number.NaN) - (told.get('clicked') ?? Number.NaN))
    }
  })
  return [
    samplesRow('click in the page → wallet’s window usable', usable, 'ms'),
    samplesRow('approve click in the window → signature', signed, 'ms'),
  ]
}

/** Approve click → signature in the host page: the first after a load, and one that finds everything warm. */
export async function approveRows(context: BenchContext): Promise<Row[]> {
  const { browser, stack } = context
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
    ...(await windowRows(context)),
  ]
}
