import { signInAs, testPeople } from '@latchkey/testing/node'
import type { Browser, Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { ask, endOf, refusal, startFlow } from '../support/forgedFlow.ts'
import { createHostPage } from '../support/HostPage.ts'
import { connectRawFrame } from '../support/rawFrame.ts'
import { continueAs, openNetwork, says, signInWith } from '../support/socials.ts'
import { connected } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

const SOCIAL_GONE = 4123
const SOCIAL_MISMATCH = 4124
const NO_PENDING_SIGN_IN = 2022
const STRANGE_URI = 2023
const INVALID_REQUEST = 4002

/** A page of a listed site on another person's machine, whose every message the attacker writes. */
async function openAttacker(browser: Browser, stack: Stack): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await connectRawFrame(page, stack)
  return page
}

const isConnected = async (page: Page) => (await ask(page, 'isConnected')).result

test('swapped state: the code of another person’s sign-in does not finish mine', async ({
  host,
  page,
  context,
  browser,
  stack,
}) => {
  const attacker = await openAttacker(browser, stack)
  const { parameters } = await signInAs(await startFlow(attacker, 'google'), 'bob')
  await host.goto()
  const asked = context.waitForEvent('request', (request) => /\/google\/auth\?/.test(request.url()))
  const popup = await openNetwork(host, 'google')
  const state = new URL((await asked).url()).searchParams.get('state') ?? ''
  parameters.set('state', state)
  await popup.evaluate(
    (url) => location.assign(url),
    `${stack.origins.wallet}/social/callback/google?${parameters}`,
  )
  await expect(says(host, 'Google could not sign you in')).toBeVisible()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await attacker.context().close()
})

test('a replayed callback tells nothing and changes nothing', async ({ host, context, page, stack }) => {
  const called = context.waitForEvent('request', (request) =>
    /\/social\/callback\/google/.test(request.url()),
  )
  await host.goto()
  await signInWith(host, 'google', 'ada')
  await connected(host)
  const callback = (await called).url()
  const again = await context.newPage()
  await again.goto(callback)
  await expect(again.getByText('This sign-in has already been answered')).toBeVisible()
  await again.goto(callback.replace(/state=[^&]*/, `state=${'A'.repeat(22)}`))
  await expect(again.getByText('This sign-in was not started here')).toBeVisible()
  await page.reload()
  await connected(host)
  expect(again.url()).toContain(stack.origins.wallet)
})

test('a replayed result signs nobody in a second time', async ({ page, stack }) => {
  await connectRawFrame(page, stack)
  const uri = await endOf(page, await startFlow(page, 'google'), 'ada')
  expect((await ask(page, 'connectSocial', { uri })).error).toBeUndefined()
  expect(await isConnected(page)).toEqual({ isConnected: true })
  await ask(page, 'signOut')
  const code = await refusal(page, 'connectSocial', { uri })
  expect([SOCIAL_GONE, SOCIAL_MISMATCH, NO_PENDING_SIGN_IN, STRANGE_URI]).toContain(code)
  expect(await isConnected(page)).toEqual({ isConnected: false })
})

test.describe('login CSRF: the result of the attacker’s own sign-in', () => {
  test('is refused by the wallet of another device, pending sign-in or not', async ({
    page,
    browser,
    stack,
  }) => {
    const attacker = await openAttacker(browser, stack)
    const uri = await endOf(attacker, await startFlow(attacker, 'google'), 'bob')
    await connectRawFrame(page, stack)
    expect(await refusal(page, 'connectSocial', { uri })).toBe(NO_PENDING_SIGN_IN)
    await startFlow(page, 'google')
    expect(await refusal(page, 'connectSocial', { uri })).toBe(STRANGE_URI)
    expect(await isConnected(page)).toEqual({ isConnected: false })
    // It was not used up by that: it is still the attacker's own.
    expect((await ask(attacker, 'connectSocial', { uri })).error).toBeUndefined()
    await attacker.context().close()
  })

  test('in a link to the site does nothing but leave the address', async ({ page, browser, stack }) => {
    const attacker = await openAttacker(browser, stack)
    const uri = new URL(await endOf(attacker, await startFlow(attacker, 'google'), 'bob'))
    const flow = uri.searchParams.get('flow')
    const host = createHostPage(page, stack)
    await page.goto(`${stack.origins.app}/#latchkey_social=${flow}`)
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
    await expect.poll(() => page.url()).not.toContain('latchkey_social')
    await expect(host.dialog).toBeHidden()
    expect(await host.address()).toBe('')
    await attacker.context().close()
  })

  test('handed to a visitor who is signing in is refused, and his own goes on', async ({
    host,
    browser,
    stack,
  }) => {
    const attacker = await openAttacker(browser, stack)
    const uri = await endOf(attacker, await startFlow(attacker, 'google'), 'bob')
    await host.goto()
    const popup = await openNetwork(host, 'google')
    // Even from the wallet's own origin, which would take a hole there.
    await popup.evaluate((url) => location.assign(url), `${stack.origins.wallet}/social`)
    await popup.waitForURL(`${stack.origins.wallet}/social`)
    await popup.evaluate(
      ([resultUri, target]) => opener.postMessage({ type: 'latchkey.social', resultUri }, target as string),
      [uri, stack.origins.app],
    )
    await expect(says(host, 'Google could not sign you in')).toBeVisible()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
    const again = host.dialog.getByRole('button', { name: 'Try again' })
    const [second] = await Promise.all([host.page.waitForEvent('popup'), again.click()])
    await continueAs(second, 'ada')
    await connected(host)
    await attacker.context().close()
  })
})

test('an address that is not exactly ours is refused, and the true one still works', async ({
  page,
  stack,
}) => {
  await connectRawFrame(page, stack)
  const uri = await endOf(page, await startFlow(page, 'google'), 'ada')
  const { wallet, app } = stack.origins
  for (const strange of [
    uri.replace(wallet, app),
    uri.replace(wallet, `${wallet}.evil.example`),
    uri.replace('http://', 'http://user@'),
    uri.replace('/social/done', '/social/done/'),
    uri.replace('/social/done', '/social/../social/done'),
    `${uri}&next=https://evil.example`,
    `${uri}#fragment`,
    uri.replace('?', '?x=1&'),
    `${uri}&result=${'A'.repeat(43)}`,
    'javascript:alert(1)',
  ])
    expect(await refusal(page, 'connectSocial', { uri: strange }), strange).toBe(STRANGE_URI)
  expect((await ask(page, 'connectSocial', { uri })).error).toBeUndefined()
})

test('mix-up: what Google answered is not taken at GitHub’s address', async ({ page, context, stack }) => {
  await connectRawFrame(page, stack)
  const { url } = await signInAs(await startFlow(page, 'google'), 'ada')
  const popup = await context.newPage()
  for (const wrong of ['github', 'discord', 'nobody']) {
    await popup.goto(url.replace('/callback/google', `/callback/${wrong}`))
    await expect(popup.getByText('This sign-in was not started here')).toBeVisible()
  }
  // The true address was not spoiled by that.
  await popup.goto(url)
  await expect(popup.getByText('Google has confirmed who you are')).toBeVisible()
})

test.describe('relay: a sign-in of another machine, opened in the browser of somebody who visits the attacker’s page', () => {
  /** Everything that the page hears, and every address that its window ends at, while the visitor signs in. */
  async function relay(page: Page, uri: string): Promise<{ heard: string; popup: Page }> {
    await page.evaluate(() => {
      const all: unknown[] = []
      Object.assign(window, { all })
      addEventListener('message', ({ data }) => all.push(data))
    })
    const opened = page.waitForEvent('popup')
    await page.evaluate((url) => void open(url, '_blank'), uri)
    const popup = await opened
    await continueAs(popup, 'ada')
    // The callback page says that it has lost its way: the wallet of this browser has begun nothing.
    await popup.locator('html[data-state="lost"]').waitFor()
    const heard = await page.evaluate(() => JSON.stringify((window as unknown as { all: unknown[] }).all))
    return { heard: `${heard} ${popup.url()}`, popup }
  }

  test('a listed page passes on all that it hears: the machine is not signed in', async ({
    page,
    browser,
    stack,
  }) => {
    const machine = await openAttacker(browser, stack)
    await connectRawFrame(page, stack)
    const { heard } = await relay(page, await startFlow(machine, 'google'))
    const [uri = ''] = /http[^"]*social\/done[^"]*/.exec(heard) ?? []
    expect(uri).toContain('flow=')
    expect(heard).not.toContain('result=')
    expect(await refusal(machine, 'connectSocial', { uri })).toBe(SOCIAL_GONE)
    expect(await isConnected(machine)).toEqual({ isConnected: false })
    // Nor does the visitor's own frame do it for the page.
    expect(await refusal(page, 'connectSocial', { uri })).toBe(NO_PENDING_SIGN_IN)
    await machine.context().close()
  })

  test('a page that names its own frames like the wallet’s door gets nothing', async ({
    page,
    browser,
    stack,
  }) => {
    const machine = await openAttacker(browser, stack)
    const uri = await startFlow(machine, 'google')
    const flow = new URL(uri).searchParams.get('state') ?? ''
    await connectRawFrame(page, stack)
    await page.evaluate((name) => {
      const door = document.createElement('iframe')
      door.name = name
      document.body.append(door)
      window.raw.iframe.name = name
    }, `lk-${flow}`)
    const { heard } = await relay(page, uri)
    expect(heard).not.toContain('latchkey.result')
    expect(await isConnected(machine)).toEqual({ isConnected: false })
    await machine.context().close()
  })

  test('in redirect mode the visitor is shown site and device, and what comes back serves nobody before', async ({
    page,
    browser,
    stack,
  }) => {
    const machine = await openAttacker(browser, stack)
    const returnUri = `${stack.origins.app}/`
    const asked = { provider: 'google', mode: 'redirect', returnUri }
    const { uri } = (await ask(machine, 'getSocialRedirectUri', asked)).result as { uri: string }
    await page.goto(uri)
    await continueAs(page, 'ada')
    await expect(page.getByText(/^Sign in on app\.localhost/)).toBeVisible()
    await expect(page.getByText(/on the network 127\.0\.0\.0\/24/)).toBeVisible()
    const flow = new URL(uri).searchParams.get('state')
    const end = `${stack.origins.wallet}/social/done?flow=${flow}`
    expect(await refusal(machine, 'connectSocial', { uri: end })).toBe(SOCIAL_MISMATCH)
    expect(await isConnected(machine)).toEqual({ isConnected: false })
    await machine.context().close()
  })

  test('in redirect mode from another browser nothing is asked: it ends there', async ({
    browser,
    stack,
  }) => {
    const machine = await openAttacker(browser, stack)
    const asked = { provider: 'google', mode: 'redirect', returnUri: `${stack.origins.app}/` }
    const { uri } = (await ask(machine, 'getSocialRedirectUri', asked)).result as { uri: string }
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const visitor = await (await browser.newContext({ userAgent })).newPage()
    await visitor.goto(uri)
    await continueAs(visitor, 'ada')
    await expect(visitor.getByText('This sign-in started on another device')).toBeVisible()
    await expect(visitor.getByRole('button')).toHaveCount(0)
    await visitor.context().close()
    await machine.context().close()
  })
})

test('pre-hijack: an e-mail account and a Google account of one address stay two', async ({ host, page }) => {
  const { email } = testPeople.bob
  await host.signIn(email)
  const byMail = await host.address()
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await page.reload()
  await signInWith(host, 'google', 'bob')
  await connected(host)
  expect(await host.address()).not.toBe(byMail)
})

test('a way back to another site is refused before anything begins', async ({ page, stack }) => {
  await connectRawFrame(page, stack)
  const { app, shop, wallet } = stack.origins
  for (const returnUri of [
    'https://evil.example/',
    `${app}.evil.example/`,
    `${shop}/`,
    `${wallet}/account`,
    app.replace('http://', 'http://user:password@'),
    app.replace('http:', 'https:'),
    'javascript:alert(1)//',
    '//evil.example',
    // Of the site itself, and not written down: it could lead on to anywhere.
    `${app}/go?to=https://evil.example`,
    `${app}/?next=1`,
    app,
  ])
    expect(
      await refusal(page, 'getSocialRedirectUri', { provider: 'google', mode: 'redirect', returnUri }),
      returnUri,
    ).toBe(INVALID_REQUEST)
})
