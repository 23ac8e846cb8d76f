import { HDNodeWallet, Wallet } from 'ethers'
import { type AccountPage, createAccountPage, shownGroups } from '../support/AccountPage.ts'
import { openMailbox } from '../support/mailbox.ts'
import { openKit } from '../support/openKit.ts'
import { continueAs, signInWith } from '../support/socials.ts'
import { connected, signs } from '../support/steps.ts'
import { test as base, expect } from '../support/test.ts'

const test = base.extend<{ account: AccountPage }>({
  account: async ({ context, stack }, use) => {
    await use(createAccountPage(await context.newPage(), stack))
  },
})

test.use({ world: { name: 'accounts' } })

const EVM_PATH = "m/44'/60'/0'/0/0"

test('is reached from the settings of the modal, at the wallet’s own address', async ({
  host,
  context,
  stack,
}) => {
  await host.goto()
  await signInWith(host, 'google', 'ada')
  await connected(host)
  await host.button.click()
  await host.dialog.getByRole('button', { name: 'Settings' }).click()
  const link = host.dialog.getByRole('link', { name: /^Security and devices/ })
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(opened).toHaveURL(`${stack.origins.wallet}/account?projectId=demo`)
  await expect(opened.getByRole('heading', { name: 'Sign in to your wallet' })).toBeVisible()
  // Nobody's page holds on to it.
  expect(await opened.evaluate(() => opener === null)).toBe(true)
})

test('by e-mail it takes eight characters', async ({ account, stack, email }) => {
  const mailbox = openMailbox(stack, email)
  await account.goto()
  await account.page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await account.page.getByRole('button', { name: 'Send code' }).click()
  const code = await mailbox.code()
  expect(code).toHaveLength(8)
  await account.page.getByRole('textbox', { name: 'Code from the e-mail' }).fill(code)
  await account.address()
  await account.page.reload()
  await account.address()
})

test('devices: one that is sent away signs nothing any more', async ({ host, account }) => {
  await host.goto()
  await signInWith(host, 'google', 'bob')
  await connected(host)
  await signs(host)
  await account.goto()
  await account.signInWith('google', 'bob')
  const devices = account.section('Devices')
  await expect(devices.getByText('This page')).toBeVisible()
  await expect(devices.getByText(/app\.localhost/)).toBeVisible()
  await devices.getByRole('button', { name: /^Sign out / }).click()
  await expect(devices.getByText(/app\.localhost/)).toBeHidden()

  await host.page.bringToFront()
  await host.page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await host.action('Sign a message')
  // Nothing is signed: the page is asked to sign in anew.
  await expect(host.dialog.getByRole('button', { name: 'Continue with Google', exact: true })).toBeVisible()
})

test('a device that is sent away while its page is open hears of it at the next signature', async ({
  host,
  account,
}) => {
  await host.goto()
  await signInWith(host, 'google', 'carol')
  await connected(host)
  await host.page.reload()
  await connected(host)
  await account.goto()
  await account.signInWith('google', 'carol')
  await account
    .section('Devices')
    .getByRole('button', { name: /^Sign out / })
    .click()
  await expect(account.section('Devices').getByText(/app\.localhost/)).toBeHidden()
  await host.page.bringToFront()
  await host.action('Sign a message')
  const approve = host.frame.getByRole('button', { name: 'Approve' })
  await expect(approve.or(host.dialog.getByText('Your session has ended')).first()).toBeVisible()
  if (await approve.isVisible()) await host.approve()
  await expect(host.result).toHaveAttribute('data-state', 'failed')
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
})

test('sites: one that is disconnected has to ask again', async ({ host, account }) => {
  await host.goto()
  await signInWith(host, 'apple', 'ada')
  await connected(host)
  await account.goto()
  await account.signInWith('apple', 'ada')
  const sites = account.section('Connected sites')
  await sites.getByRole('button', { name: /^Disconnect app\.localhost/ }).click()
  await expect(sites.getByText('No site is connected.')).toBeVisible()
  await host.page.bringToFront()
  await host.page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  expect(await host.address()).toBe('')
})

test('R3-84 the e-mail address: a site that asks is told it once its visitor agrees, until that is taken back', async ({
  host,
  account,
  stack,
  email,
}) => {
  const mailbox = openMailbox(stack, email)
  const known = host.page.getByTestId('account')
  await host.goto()
  await host.askForCode(email)
  await host.typeCode(await mailbox.code())
  await connected(host)
  await host.action('Ask for e-mail')
  const place = await host.approval()
  await expect(place.getByText(email, { exact: true })).toBeVisible()
  await host.approve('Share')
  await expect(host.result).toHaveText(email)
  await expect(known).toContainText(email)
  await host.page.reload()
  await expect(known).toContainText(email)

  await account.goto()
  await account.signIn(email, mailbox)
  const sites = account.section('Connected sites')
  await expect(sites.getByText(/Knows your e-mail address/)).toBeVisible()
  await sites.getByRole('button', { name: /^Stop sharing with app\.localhost/ }).click()
  await expect(sites.getByText(/Knows your e-mail address/)).toBeHidden()
  await host.page.bringToFront()
  await host.page.reload()
  await connected(host)
  await expect(known).not.toContainText(email)

  await host.action('Ask for e-mail')
  await host.press(host.frame.getByRole('button', { name: 'Don’t share' }))
  await expect(host.result).toContainText('(2004)')
  await host.action('Ask for e-mail')
  await expect(host.result).toContainText('(2046)')
  await expect(known).not.toContainText(email)
})

test('ways to sign in: one is added after both are proven, and signs in to the same wallet', async ({
  account,
  host,
  stack,
  email,
}) => {
  await account.goto()
  await account.signIn(email)
  const address = await account.address()
  const ways = account.section('Ways to sign in')
  await ways.getByRole('button', { name: 'Add Discord' }).click()
  await continueAs(account.page, 'bob')
  await expect(ways.getByRole('button', { name: 'Remove Discord' })).toBeVisible()
  await expect(account.page).toHaveURL(`${stack.origins.wallet}/account?projectId=demo`)

  await host.goto()
  await signInWith(host, 'discord', 'bob')
  await connected(host)
  expect((await host.address()).toLowerCase()).toBe(address.toLowerCase())

  await ways.getByRole('button', { name: 'Remove Discord' }).click()
  await expect(ways.getByRole('button', { name: 'Add Discord' })).toBeVisible()
  await host.page.bringToFront()
  await host.page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
})

test('the last way to sign in stays', async ({ account }) => {
  await account.goto()
  await account.signInWith('facebook', 'ada')
  const ways = account.section('Ways to sign in')
  await ways.getByRole('button', { name: 'Remove Facebook' }).click()
  await expect(
    account.page.getByText('This is your last way to sign in. Add another one first.'),
  ).toBeVisible()
  await expect(ways.getByRole('button', { name: 'Remove Facebook' })).toBeVisible()
})

test('an identity that belongs to another account is not taken', async ({ account, host, email }) => {
  await host.goto()
  await signInWith(host, 'discord', 'carol')
  await connected(host)
  const address = await host.address()
  await account.goto()
  await account.signIn(email)
  expect((await account.address()).toLowerCase()).not.toBe(address.toLowerCase())
  await account.section('Ways to sign in').getByRole('button', { name: 'Add Discord' }).click()
  await continueAs(account.page, 'carol')
  await expect(account.page.getByText('This way to sign in belongs to another account.')).toBeVisible()
  await expect(account.page.getByRole('button', { name: 'Remove Discord' })).toBeHidden()
})

test('activity tells what happened, and that nothing was changed in it', async ({ account, host }) => {
  await host.goto()
  await signInWith(host, 'apple', 'bob')
  await connected(host)
  await account.goto()
  await account.signInWith('apple', 'bob')
  const log = account.section('Activity')
  await expect(log.getByText('Wallet created')).toBeVisible()
  await expect(log.getByText('Signed in').first()).toBeVisible()
  await expect(log.getByText(/app\.localhost/).first()).toBeVisible()
  await expect(log.getByText('The log is complete and unchanged.')).toBeVisible()
})

test('the recovery phrase is the wallet’s: its first Ethereum account is the address', async ({
  account,
}) => {
  await account.goto()
  await account.signInWith('apple', 'carol')
  const address = await account.address()
  await account.reveal('Show the recovery phrase', 'Show the recovery phrase')
  const words = account.panel.getByRole('listitem')
  await expect(words).toHaveCount(24)
  const phrase = (await words.allTextContents()).join(' ')
  expect(HDNodeWallet.fromPhrase(phrase, '', EVM_PATH).address.toLowerCase()).toBe(address.toLowerCase())
  // It goes with the next press, and out of the document.
  await account.panel.getByRole('button', { name: 'Hold to show' }).press('Enter')
  await expect(words).toHaveCount(0)
  // The wallet's own page never has it.
  expect(await account.page.content()).not.toContain(phrase.split(' ').slice(0, 3).join(' '))
  await account.press('Done')
  await expect(account.page.getByText(/^The key was shown on/)).toBeVisible()
})

test('the private key controls the address', async ({ account, email }) => {
  await account.goto()
  const mailbox = await account.signIn(email)
  const address = await account.address()
  await account.reveal('Show the private key', 'Show the private key')
  const key = (await account.panel.getByText(/^(0x)?[0-9a-f]{64}$/).textContent()) ?? ''
  const wallet = new Wallet(key.startsWith('0x') ? key : `0x${key}`)
  expect(wallet.address.toLowerCase()).toBe(address.toLowerCase())
  await account.press('Done')
  await expect.poll(() => mailbox.subjects()).toContainEqual(expect.stringMatching(/key was exported/))
})

test('a recovery kit opens without any service', async ({ account, stack }, info) => {
  await account.goto()
  await account.signInWith('x', 'ada')
  const address = await account.address()
  await account.open(account.page.getByRole('button', { name: 'Save a recovery kit' }), 'Recovery kit')
  await account.press('Make the kit')
  const code = (await shownGroups(account.panel)).join('-')
  await account.press('I wrote it down')
  await account.panel.getByRole('textbox', { name: 'Last four characters' }).fill(code.slice(-4))
  await account.press('Continue')
  const [download] = await Promise.all([
    account.page.waitForEvent('download'),
    account.press('Save the file'),
  ])
  const file = info.outputPath('kit.json')
  await download.saveAs(file)
  await expect(account.panel.getByRole('heading', { name: 'Your kit is ready' })).toBeVisible()
  await account.press('Done')
  await stack.service.kill()
  try {
    const printed = await openKit(file, code.toLowerCase().replaceAll('-', ' '), '--keys')
    expect(printed.toLowerCase()).toContain(address.toLowerCase())
    const [key = ''] = /0x[0-9a-f]{64}/.exec(printed) ?? []
    expect(new Wallet(key).address.toLowerCase()).toBe(address.toLowerCase())
    await expect(
      openKit(
        file,
        code.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      ),
    ).rejects.toThrow()
  } finally {
    await stack.service.restart()
  }
})

test('a deleted account is gone: its devices are signed out, and the next sign-in is a new wallet', async ({
  account,
  host,
}) => {
  await host.goto()
  await signInWith(host, 'x', 'carol')
  await connected(host)
  const address = await host.address()
  await account.goto()
  await account.signInWith('x', 'carol')
  const remove = account.section('Delete this account')
  await remove.getByRole('button', { name: 'Delete account' }).click()
  const forGood = remove.getByRole('button', { name: 'Delete for ever' })
  await expect(forGood).toBeDisabled()
  await remove.getByRole('textbox', { name: 'Type DELETE to confirm' }).fill('DELETE')
  await forGood.click()
  await expect(account.page.getByRole('heading', { name: 'Sign in to your wallet' })).toBeVisible()
  await host.page.bringToFront()
  await host.page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await signInWith(host, 'x', 'carol')
  await connected(host)
  expect(await host.address()).not.toBe(address)
})

test('no page may embed it, and the panel of keys opens in no other place', async ({ page, stack }) => {
  for (const address of [
    `${stack.origins.wallet}/account?projectId=demo`,
    `${stack.origins.keys}/panel?projectId=demo`,
  ]) {
    const reply = await page.request.get(address.replace(/\/\/[^/]+/, `//127.0.0.1:${stack.ports.service}`), {
      headers: { host: new URL(address).host },
    })
    const policy = reply.headers()['content-security-policy'] ?? ''
    expect(policy).toContain(
      address.includes('/panel') ? `frame-ancestors ${stack.origins.wallet}` : "frame-ancestors 'none'",
    )
  }
})
