import { createHostPage } from '../support/HostPage.ts'
import { connected, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

/** Takes away what came to browsers after the oldest ones of docs/integrating.md, in every document. */
function forgetNewer(): void {
  const gone: readonly [object, readonly string[]][] = [
    [URL, ['canParse', 'parse']],
    [AbortSignal, ['any']],
    [Promise, ['withResolvers', 'try']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Array, ['fromAsync']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [window, ['requestIdleCallback', 'IntersectionObserverEntry']],
  ]
  for (const [owner, names] of gone) for (const name of names) Reflect.deleteProperty(owner, name)
}

test('an older browser signs in by e-mail, signs a message, and is still connected after a reload', async ({
  page,
  stack,
  email,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(forgetNewer)
  const host = createHostPage(page, stack)
  await host.goto()
  expect(await page.evaluate(() => 'canParse' in URL)).toBe(false)
  await host.signIn(email)
  await connected(host)
  const address = await host.address()
  await signs(host)
  await page.reload()
  await connected(host)
  expect(await host.address()).toBe(address)
  expect(errors).toEqual([])
})
