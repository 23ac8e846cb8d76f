import { readCode } from '../support/inbox.ts'
import { expect, test } from '../support/test.ts'

// What moves is drawn as most visitors see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('R2-1 nothing is contacted before the first click, and only our own origins after it; the whole way leaves address and history of the page alone, and breaks no strict policy', async ({
  host,
  page,
  stack,
  email,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url())) asked.add(new URL(request.url()).origin)
  })
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  // Runs in the page, the frame and the keys document alike.
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportViolation(text: string): void }).reportViolation
      report(`${location.origin}: ${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  const place = () =>
    page.evaluate(() => ({ href: location.href, length: history.length, state: history.state }))

  await host.goto()
  await page.waitForLoadState('networkidle')
  expect([...asked]).toEqual([stack.origins.app])
  const before = await place()
  await host.askForCode(email)
  expect(await place()).toEqual(before)
  await host.typeCode(await readCode(stack, email))
  await expect(host.button).toHaveAttribute('data-state', 'connected')
  const { app, wallet, keys, api } = stack.origins
  expect([...asked].sort()).toEqual([app, wallet, keys, api].sort())
  await expect(host.dialog).toBeHidden()
  expect(await place()).toEqual(before)
  await host.action('Sign a message')
  await host.approve()
  await expect(host.result).toHaveAttribute('data-state', 'done')
  expect(await place()).toEqual(before)
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  expect(await place()).toEqual(before)
  expect(violations).toEqual([])
})

test('the whole way works by keyboard alone', async ({ host, stack, email, page }) => {
  await host.goto()
  const { keyboard } = page
  await keyboard.press('Tab')
  await expect(host.button).toBeFocused()
  await keyboard.press('Enter')
  await expect(host.dialog.getByRole('textbox')).toBeFocused()
  await keyboard.type(email)
  await keyboard.press('Enter')
  const code = host.frame.getByRole('textbox', { name: /code/i })
  await expect(code).toBeFocused()
  // The field has the focus of the wallet's document before the page has given its own to that document.
  await expect(page.locator('iframe[title="Wallet"]')).toBeFocused()
  await expect.poll(() => code.evaluate((element) => element.ownerDocument.hasFocus())).toBe(true)
  await keyboard.type(await readCode(stack, email))
  const whatCame = async () => {
    const state = await host.button.getAttribute('data-state')
    return state === 'connected'
      ? state
      : `typed: ${await code.inputValue({ timeout: 1_000 }).catch(() => '')}`
  }
  await expect.poll(whatCame).toBe('connected')
  await expect(host.dialog).toBeHidden()
  await expect(host.button).toBeFocused()

  await page.getByRole('button', { name: 'Sign a message' }).focus()
  await keyboard.press('Enter')
  const approve = host.frame.getByRole('button', { name: 'Approve' })
  await expect(approve).toHaveAttribute('data-armed', 'true')
  for (let presses = 0; presses < 12; presses++) {
    if (await approve.evaluate((element) => element === document.activeElement)) break
    await keyboard.press('Tab')
  }
  await expect(approve).toBeFocused()
  // What the focus has scrolled has to stand still again.
  await expect(approve).toHaveAttribute('data-armed', 'true')
  await keyboard.press('Enter')
  await expect(host.result).toHaveAttribute('data-state', 'done')
  // The dialog has given the focus back to what opened it.
  await expect(page.getByRole('button', { name: 'Sign a message' })).toBeFocused()

  await host.button.focus()
  await keyboard.press('Enter')
  await expect(host.dialog).toBeVisible()
  await keyboard.press('Escape')
  await expect(host.dialog).toBeHidden()
  await expect(host.button).toBeFocused()
})

test('R9-34 an answer of the service changes nothing on the first screen, and is there at the next opening', async ({
  host,
  page,
  stack,
}) => {
  const card = page.locator('latchkey-modal .lk-mount')
  const kept = () =>
    page.evaluate(() => [localStorage.getItem('latchkey.wallets'), localStorage.getItem('latchkey.features')])
  let first = ''
  // The page gives a question up after ten seconds: a slow machine may hold it for longer, and is given another try.
  await expect(async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(`${stack.origins.api}/**`, async (route) => {
      await held
      await route.continue()
    })
    await host.goto()
    await host.button.click()
    await expect(host.dialog.getByRole('button', { name: /^All wallets/ })).toBeVisible()
    first = await card.innerHTML()
    answer()
    await expect.poll(kept, { timeout: 10_000 }).toEqual([expect.any(String), expect.any(String)])
  }).toPass({ timeout: 120_000 })
  // What the service says of wallets and features is kept, and drawn no more.
  expect(await card.innerHTML()).toBe(first)

  await host.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(host.dialog).toBeHidden()
  await host.button.click()
  await expect(host.dialog.getByRole('button', { name: /^All wallets \d+\+/ })).toBeVisible()
})
