import { farcasterWallet, type TestPersonId } from '@latchkey/testing/node'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import { problem } from '../support/problem.ts'
import { continueAs, findSocialButton } from '../support/socials.ts'
import { connected, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

const disconnected = ({ button }: HostPage) => expect(button).toHaveAttribute('data-state', 'disconnected')
const code = ({ frame }: HostPage) => frame.getByRole('img', { name: 'QR code that opens the Farcaster app' })

/** From the page's button to the code. */
async function showsCode(host: HostPage, { farcaster }: Stack): Promise<string> {
  const button = await findSocialButton(host, 'farcaster')
  const [link] = await Promise.all([farcaster.nextLink(), button.click()])
  await expect(code(host)).toBeVisible()
  return link
}

const approves = (stack: Stack, person: TestPersonId, link: string) =>
  farcasterWallet({ relayUrl: stack.farcaster.url, person }).approve(link)

test('the app scans the code: signed in, also after a reload, and the same on another site', async ({
  host,
  page,
  context,
  stack,
}) => {
  await host.goto()
  await approves(stack, 'ada', await showsCode(host, stack))
  await connected(host)
  await expect(host.dialog).toBeHidden()
  const address = await host.address()
  await signs(host)
  await page.reload()
  await connected(host)
  expect(await host.address()).toBe(address)

  const other = await context.newPage()
  const shop = createHostPage(other, stack, stack.origins.shop)
  await other.goto(shop.url)
  await farcasterWallet({ relayUrl: stack.farcaster.url, person: 'ada', key: 'authAddress' }).approve(
    await showsCode(shop, stack),
  )
  await expect(other.getByTestId('address')).toHaveText(address)
})

test('a code for somebody else’s id signs nobody in', async ({ host, stack }) => {
  await host.goto()
  const link = await showsCode(host, stack)
  const app = farcasterWallet({ relayUrl: stack.farcaster.url, person: 'bob' })
  await app.approve(link, { fid: 900_001n })
  await expect(host.frame.getByText('Farcaster could not sign you in').first()).toBeVisible()
  await disconnected(host)
  const [second] = await Promise.all([
    stack.farcaster.nextLink(),
    host.press(host.frame.getByRole('button', { name: 'Show a new code' })),
  ])
  await app.approve(second)
  await connected(host)
})

test('leaving the view ends the sign-in: the code is worth nothing afterwards', async ({ host, stack }) => {
  await host.goto()
  const link = await showsCode(host, stack)
  await host.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(host.dialog.getByRole('textbox', { name: /e-mail/i })).toBeVisible()
  await approves(stack, 'ada', link)
  // The wallet's frame starts anew and asks for nothing; a new code is another one.
  const again = host.dialog.getByRole('button', { name: 'Continue with Farcaster', exact: true })
  const [second] = await Promise.all([stack.farcaster.nextLink(), again.click()])
  expect(second).not.toBe(link)
  await expect(code(host)).toBeVisible()
  await disconnected(host)
  await approves(stack, 'bob', second)
  await connected(host)
})

test('a code whose time is over: a new one takes its place', async ({ host, page, stack }) => {
  await host.goto()
  await page.route(/\/farcaster\/finish$/, problem(stack, 410, 4123), { times: 1 })
  await showsCode(host, stack)
  await expect(host.frame.getByText('This code has expired').first()).toBeVisible()
  const [link] = await Promise.all([
    stack.farcaster.nextLink(),
    host.press(host.frame.getByRole('button', { name: 'Show a new code' })),
  ])
  await approves(stack, 'ada', link)
  await connected(host)
})

test('a reload while the code is shown: the code stays good', async ({ host, page, stack }) => {
  await host.goto()
  const link = await showsCode(host, stack)
  await page.reload()
  await disconnected(host)
  await (await findSocialButton(host, 'farcaster')).click()
  await expect(code(host)).toBeVisible()
  await approves(stack, 'ada', link)
  await connected(host)
})

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })

  test('a link takes the place of the code, and leads to the app', async ({ host, context }) => {
    await host.goto()
    await (await findSocialButton(host, 'farcaster')).tap()
    const link = host.frame.getByRole('link', { name: 'Open the Farcaster app' })
    await expect(link).toBeVisible()
    await host.settled()
    const [app] = await Promise.all([context.waitForEvent('page'), link.tap()])
    await continueAs(app, 'bob')
    await expect(app.getByText('You have signed in.')).toBeVisible()
    await app.close()
    await connected(host)
  })
})
