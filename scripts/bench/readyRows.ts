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

/**
 * Navigation → button ready, beside a page that has React and a button and nothing of ours. The page with hooks is one outside the
 * workspace that has installed the package: the demo's pages share files with each other, which a page of somebody else's
 * does not wait for.
 */
export async function readyRows(context: BenchContext): Promise<Row[]> {
  const { app } = context.stack.origins
  const { alone, answers } = await context.outside()
  const into = (samples: number[], url: string) => async () =>
    void samples.push(await timeReady(context, url))
  const plain = { ours: [] as number[], floor: [] as number[] }
  const hooks = { ours: [] as number[], floor: [] as number[] }
  const sides = ({ isKept }: { isKept: boolean }) => [
    into(isKept ? plain.floor : [], `${app}/baseline`),
    into(isKept ? plain.ours : [], `${app}/button-only`),
    into(isKept ? hooks.floor : [], alone),
    into(isKept ? hooks.ours : [], answers),
  ]
  // The first pages of a browser also pay for its start.
  await interleave(1, sides({ isKept: false }))
  await interleave(ROUNDS, sides({ isKept: true }))
  return [
    ratioRow('navigation → button, page without React', plain, 'ms', 1.15),
    ratioRow('navigation → button, page with React and hooks', hooks, 'ms', 1.15),
  ]
}
