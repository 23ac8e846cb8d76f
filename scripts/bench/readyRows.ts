import type { BenchContext } from './BenchContext.ts'
import { asNewVisitor, interleave } from './benchPage.ts'
import { type Row, ratioRow } from './Row.ts'

const ROUNDS = 11

/** Runs in the page before its scripts: writes down when a button can be pressed, in ms after the navigation began. */
function recordReady(): void {
  const isReady = () => {
    const element = document.querySelector('latchkey-button')
    const button = element ? element.shadowRoot?.querySelector('button') : document.querySelector('button')
    return button ? !button.disabled && button.textContent !== '' : false
  }
  const observer = new MutationObserver(() => {
    if (!isReady()) return
    observer.disconnect()
    Object.assign(globalThis, { readyAt: performance.now() })
  })
  const all = { subtree: true, childList: true, attributes: true, characterData: true }
  observer.observe(document, all)
  // The element draws into its shadow, a tree of its own. It may have done so already: the attribute has it looked at.
  customElements.whenDefined('latchkey-button').then(() => {
    const element = document.querySelector('latchkey-button')
    if (!element?.shadowRoot) return
    observer.observe(element.shadowRoot, all)
    element.shadowRoot.firstElementChild?.toggleAttribute('data-seen')
  })
}

function timeReady({ browser }: BenchContext, url: string): Promise<number> {
  return asNewVisitor(browser, async (page) => {
    await page.addInitScript(recordReady)
    await page.goto(url)
    const handle = await page.waitForFunction(() => (globalThis as { readyAt?: number }).readyAt)
    return (await handle.jsonValue()) ?? Number.NaN
  })
}

/** Navigation → button ready, beside a page that has React and a button and nothing of ours. */
export async function readyRows(context: BenchContext): Promise<Row[]> {
  const { app, shop } = context.stack.origins
  const floor: number[] = []
  const plain: number[] = []
  const react: number[] = []
  const into = (samples: number[], url: string) => async () =>
    void samples.push(await timeReady(context, url))
  // The first pages of a browser also pay for its start.
  await interleave(1, [into([], `${app}/baseline`), into([], `${app}/button-only`), into([], shop)])
  await interleave(ROUNDS, [
    into(floor, `${app}/baseline`),
    into(plain, `${app}/button-only`),
    into(react, shop),
  ])
  return [
    ratioRow('navigation → button, page without React', { ours: plain, floor }, 'ms', 1.15),
    ratioRow('navigation → button, page with React and hooks', { ours: react, floor }, 'ms', 1.15),
  ]
}
