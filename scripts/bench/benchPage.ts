import type { Browser, BrowserContext, Page } from 'playwright'

/** The compiler names inner functions by a helper of its own, which a page does not have. */
const NAME_HELPER = 'globalThis.__name = (value) => value'

/** A visitor who was never here: nothing stored, nothing cached. */
export async function newVisitor(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' })
  context.setDefaultTimeout(15_000)
  await context.addInitScript(NAME_HELPER)
  return context
}

/** Runs `work` as a new visitor, on one page. */
export async function asNewVisitor<T>(
  browser: Browser,
  work: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await newVisitor(browser)
  try {
    return await work(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

/** Runs every side `rounds` times, one after the other; every second round in the other order. */
export async function interleave(rounds: number, sides: readonly (() => Promise<void>)[]): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) await side()
}
