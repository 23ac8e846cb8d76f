import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { isMoving } from '../support/isMoving.ts'
import { layoutFaults } from '../support/layoutFaults.ts'
import { expect, test } from '../support/test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Violation = { id: string; impact: string; nodes: { html: string }[] }

/** Serious and critical faults that axe finds in the page as it stands. */
async function seriousFaults(page: Page): Promise<string[]> {
  // Half-faded text has no contrast of its own: what moves is let come to rest first.
  await expect.poll(() => page.evaluate(isMoving), { intervals: [50] }).toBe(false)
  // Evaluated by the driver, so the page's policy on scripts stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    type Axe = { run(options: object): Promise<{ violations: Violation[] }> }
    const { axe: engine } = window as unknown as { axe: Axe }
    // All rules; what passes is not described, and frames, where axe is not, are not waited for.
    return (await engine.run({ resultTypes: ['violations'], iframes: false })).violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}

/** What stands outside of the screen's width, where no scrolling leads. */
const standsOutside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement
    const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    // Long names end in an ellipsis: what is behind it is not seen.
    const isCut = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).textOverflow === 'ellipsis' || isCut(element.parentElement))
    return roots
      .flatMap((root) => [...root.querySelectorAll('*')])
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        const isSeen = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
        const isOutside = left < -1 || right > clientWidth + 1
        return (
          isSeen && isOutside && !element.closest('[aria-hidden="true"]') && !isCut(element.parentElement)
        )
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 160))
  })

/** What a visitor cannot see or read in full. */
const isNotSeen = async (page: Page): Promise<string[]> => [
  ...(await standsOutside(page)),
  ...(await page.evaluate(layoutFaults)),
]

/** From state to state within the page, as its links do: what all of them load is loaded once. */
async function goTo(page: Page, url: URL): Promise<void> {
  await page.evaluate((href) => {
    history.pushState(null, '', href)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url.href)
  const stands = `${url.searchParams.get('view')} ${url.searchParams.get('state')}`
  await page.locator(`body[data-ready="${stands}"]`).waitFor({ state: 'attached' })
}

test.describe.configure({ mode: 'parallel' })

/** The states are many: each part has a time of its own. */
const PARTS = 4

// As wide as 400 % of zoom leaves of 1280 px (WCAG 2.2, 1.4.10).
test.use({ viewport: { width: 320, height: 640 } })

// axe reads every state in both themes in the component tests of the modal and the frame. What the build, its style
// sheets and its policy add is the same in all states of a view: the first of each is read again here.
for (let part = 0; part < PARTS; part++)
  test(`every state of the modal's workbench stands under its policy and on a narrow screen, and axe finds nothing serious in any view, ${part + 1} of ${PARTS}`, async ({
    page,
    stack,
  }) => {
    test.slow()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    // The workbench has no service; the pictures that it would keep are asked of the page's own host.
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
    await page.route(/\/public\/get(?:Asset|Currency|Token)Image\//, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body }),
    )
    await page.goto(`${stack.origins.app}/workbench`)
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => (all as HTMLAnchorElement[]).map(({ href }) => href))
    const states = [...new Set(links)]
      .map((href) => new URL(href))
      .filter(({ searchParams }) => searchParams.has('view') && searchParams.get('state') !== 'all')
    expect(states.length).toBeGreaterThan(100)
    const views = new Map(states.toReversed().map((url) => [url.searchParams.get('view'), url]))
    for (const url of states.filter((_, index) => index % PARTS === part)) {
      const isFirst = views.get(url.searchParams.get('view')) === url
      url.searchParams.set('theme', 'dark')
      await goTo(page, url)
      // What follows a wait that fails at once moves too: it is judged when it stands.
      if (isFirst) await expect.poll(() => seriousFaults(page), { message: url.search }).toEqual([])
      await expect.poll(() => isNotSeen(page), { message: url.search }).toEqual([])
      expect(faults, url.search).toEqual([])
    }
  })

// All of them at once, one below the other: a language costs one load.
for (const lang of ['en', 'de', 'ar'])
  test(`every state of the frame's workbench can be read on a narrow screen in ${lang}`, async ({
    page,
    stack,
  }) => {
    await page.goto(`${stack.origins.app}/workbench/frame?state=all&theme=dark&locale=${lang}`)
    await expect.poll(() => page.locator('.wb-card').count()).toBeGreaterThan(100)
    await expect.poll(() => page.evaluate(layoutFaults)).toEqual([])
  })
