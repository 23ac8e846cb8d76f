import type { Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import {
  continueAs,
  findSocialButton,
  type Network,
  networks,
  openNetwork,
  says,
  signInWith,
} from '../support/socials.ts'
import { connected, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

// An account brings its wallet onto ten devices an hour at most, and every test here is a new device.
test.use({ world: { name: 'social' } })

const disconnected = ({ button }: HostPage) => expect(button).toHaveAttribute('data-state', 'disconnected')

/** The second site: React, another origin, a wallet frame with storage of its own. */
async function openShop(page: Page, stack: Stack): Promise<HostPage> {
  const shop = createHostPage(page, stack, stack.origins.shop)
  await page.goto(shop.url)
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled()
  return shop
}

const again = ({ dialog }: HostPage) => dialog.getByRole('button', { name: 'Try again' })

async function signsOut(host: HostPage): Promise<void> {
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Sign out' }).click()
  await disconnected(host)
}

/** A sign-in in this very page: no window, no opener. */
async function goesThereAndBack(host: HostPage, network: Network): Promise<void> {
  await host.dialog.getByRole('button', { name: 'Continue on this page' }).click()
  await host.page.getByRole('heading', { name: `Sign in with ${networks[network]}` }).waitFor()
  await continueAs(host.page, 'ada')
  // Here the wallet has not met its own frame: the person agrees to the site and the device.
  await expect(host.page.getByText(/^Sign in on /)).toBeVisible()
  await host.page.getByRole('button', { name: /^Continue to / }).click()
  await connected(host)
  expect(host.page.url()).not.toContain('latchkey_social')
}

test('Google: signs in, signs, stays after a reload, and is the same person on another site', async ({
  host,
  page,
  context,
  stack,
}) => {
  await host.goto()
  await signInWith(host, 'google', 'ada')
  await connected(host)
  await expect(host.dialog).toBeHidden()
  const address = await host.address()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await signs(host)
  await page.reload()
  await connected(host)
  expect(await host.address()).toBe(address)
  await signs(host)

  const shop = await openShop(await context.newPage(), stack)
  await signInWith(shop, 'google', 'ada')
  await expect(shop.page.getByTestId('address')).toHaveText(address)
  await shop.page.getByRole('button', { name: 'Sign a message' }).click()
  await shop.approve()
  await expect(shop.result).toHaveText(/^0x[0-9a-f]{130}$/)
})

test('Apple, GitHub, Facebook, X and Discord: each signs in and signs, is an account of its own, is named, and is the same person on another site', async ({
  host,
  context,
  stack,
}) => {
  const others = (Object.keys(networks) as Network[]).filter((network) => network !== 'google')
  const addresses = new Map<Network, string>()
  await host.goto()
  for (const network of others)
    await test.step(`${networks[network]} signs in and signs`, async () => {
      await signInWith(host, network, 'ada')
      await connected(host)
      await expect(host.dialog).toBeHidden()
      await signs(host)
      addresses.set(network, await host.address())
      await host.button.click()
      await host.dialog.getByRole('button', { name: 'Settings' }).click()
      await expect(says(host, `Signed in with ${networks[network]}`)).toBeVisible()
      await host.dialog.getByRole('button', { name: 'Close' }).click()
      await expect(host.dialog).toBeHidden()
      await signsOut(host)
    })
  // The same name at another network is another account.
  expect(new Set(addresses.values()).size).toBe(others.length)

  const shop = await openShop(await context.newPage(), stack)
  for (const network of others)
    await test.step(`${networks[network]} is the same person on another site`, async () => {
      await signInWith(shop, network, 'ada')
      await expect(shop.page.getByTestId('address')).toHaveText(addresses.get(network) ?? '')
      await signsOut(shop)
    })
})

test('a reload of the page in the middle: the sign-in is not lost, or said to be', async ({ host, page }) => {
  await host.goto()
  await test.step('while the window is open: the window still signs in', async () => {
    const popup = await openNetwork(host, 'google')
    await page.reload()
    await disconnected(host)
    await continueAs(popup, 'bob')
    await connected(host)
    await signs(host)
    await signsOut(host)
  })

  await test.step('while the window is open, and the page listens late: it is told again', async () => {
    const popup = await openNetwork(host, 'google')
    let goOn = () => {}
    const told = new Promise<void>((resolve) => {
      goOn = resolve
    })
    // The part of the page that listens is slow to come.
    await page.route(/\/identity-[^/]+\.js$/, async (route) => {
      await told
      await route.fallback()
    })
    await page.reload()
    await continueAs(popup, 'bob')
    await popup.locator('html[data-told]').waitFor()
    goOn()
    await connected(host)
    await signsOut(host)
  })

  await test.step('while the wallet is fetched', async () => {
    const popup = await openNetwork(host, 'google')
    // Keys has put the session away when it asks for the wallet.
    const asked = page.waitForRequest(/\/wallets/)
    await continueAs(popup, 'bob')
    await asked
    await page.reload()
    await connected(host)
    await signs(host)
    await signsOut(host)
  })

  await test.step('while the service answers: an answer that is lost is said, and the next try works', async () => {
    const popup = await openNetwork(host, 'google')
    let isFirst = true
    const answered = new Promise<void>((resolve) => {
      // Stays until the page is gone: without it the browser would let the request go on, and the page hear of it.
      void page.route(/\/social\/finish$/, async (route) => {
        if (route.request().method() === 'OPTIONS' || !isFirst) return route.fallback()
        isFirst = false
        // The service takes the request, and nobody hears the answer.
        const url = new URL(route.request().url())
        const headers = { ...route.request().headers(), host: url.host }
        await route.fetch({ url: url.href.replace(url.hostname, '127.0.0.1'), headers })
        resolve()
      })
    })
    await continueAs(popup, 'bob')
    await answered
    await page.reload()
    await expect(says(host, 'Google could not sign you in')).toBeVisible()
    const [second] = await Promise.all([page.waitForEvent('popup'), again(host).click()])
    await continueAs(second, 'bob')
    await connected(host)
    await signs(host)
  })
})

test('a browser that opens no window: the page goes there and comes back', async ({ host, page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  // The wallet goes back to the first page of the site, and that leads to where the visitor was.
  const left = `${host.url}&from=summer#offers`
  await page.goto(left)
  await (await findSocialButton(host, 'google')).click()
  await expect(says(host, 'Your browser did not open the window')).toBeVisible()
  await goesThereAndBack(host, 'google')
  expect(page.url()).toBe(left)
  await signs(host)
})

test('a network whose page cuts the window off: the page goes there itself', async ({ host, stack }) => {
  stack.identity.setOpenerPolicy('google', 'same-origin')
  try {
    await host.goto()
    // To the page all of it takes no time: a window that goes within three seconds was not closed by a person.
    await host.page.evaluate(() => {
      const stopped = Date.now()
      Date.now = () => stopped
    })
    await (await findSocialButton(host, 'google')).click()
    await expect(says(host, 'The window closed, or your browser cut it off from this page')).toBeVisible()
    await goesThereAndBack(host, 'google')
  } finally {
    stack.identity.setOpenerPolicy('google', undefined)
  }
})

test('a window that is left, cancelled or closed signs nobody in; a message that is not from the wallet is ignored; the next try works', async ({
  host,
  page,
  stack,
}) => {
  await host.goto()
  await test.step('leaving the view gives the sign-in up: the window is closed', async () => {
    const popup = await openNetwork(host, 'google')
    const closed = popup.waitForEvent('close')
    await host.dialog.getByRole('button', { name: 'Close' }).click()
    await closed
    await expect(host.dialog).toBeHidden()
    await disconnected(host)
  })

  const second = await test.step('Cancel at the network: nothing was shared', async () => {
    const popup = await openNetwork(host, 'discord')
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expect(says(host, 'You cancelled')).toBeVisible()
    await expect(says(host, 'Nothing was shared.')).toBeVisible()
    await disconnected(host)
    const [next] = await Promise.all([page.waitForEvent('popup'), again(host).click()])
    return next
  })

  const third = await test.step('closed: said calmly', async () => {
    const opened = Date.now()
    await second.getByRole('heading', { name: 'Sign in with Discord' }).waitFor()
    // A window that goes at once was not closed by a person.
    await expect.poll(() => Date.now() - opened, { intervals: [250] }).toBeGreaterThan(3_500)
    await second.close()
    await expect(says(host, 'You closed the window')).toBeVisible()
    const [next] = await Promise.all([page.waitForEvent('popup'), again(host).click()])
    await next.getByRole('heading', { name: 'Sign in with Discord' }).waitFor()
    return next
  })

  await test.step('a forged message, and the next try', async () => {
    const forged = {
      type: 'latchkey.social',
      resultUri: `${stack.origins.wallet}/social/done?flow=${'A'.repeat(22)}&result=${'B'.repeat(43)}`,
    }
    // From the right window with another origin, and from the page itself.
    await third.evaluate((message) => opener.postMessage(message, '*'), forged)
    await page.evaluate((message) => window.postMessage(message, '*'), forged)
    await expect(says(host, 'Continue in the Discord window')).toBeVisible()
    await continueAs(third, 'ada')
    await connected(host)
  })
})
