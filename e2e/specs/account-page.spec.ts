import type { Page } from '@playwright/test'
import { HDNodeWallet, Wallet } from 'ethers'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { type AccountPage, createAccountPage, shownGroups } from '../support/AccountPage.ts'
import type { HostPage } from '../support/HostPage.ts'
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

async function openFromSettings({ page, button, dialog }: HostPage, { origins }: Stack): Promise<Page> {
  await button.click()
  await dialog.getByRole('button', { name: 'Settings' }).click()
  const link = dialog.getByRole('link', { name: /^Security and devices/ })
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await expect(opened).toHaveURL(`${origins.wallet}/account?projectId=demo`)
  await expect(opened.getByRole('heading', { name: 'Sign in to your wallet' })).toBeVisible()
  // Nobody's page holds on to it.
  expect(await opened.evaluate(() => opener === null)).toBe(true)
  return opened
}

/** What was asked for ends with the session, before the approval or after it. */
async function hearsThatItIsOver(host: HostPage): Promise<void> {
  const approve = host.frame.getByRole('button', { name: 'Approve' })
  await expect(approve.or(host.dialog.getByText('Your session has ended')).first()).toBeVisible()
  const isOver = expect(host.result).toHaveAttribute('data-state', 'failed')
  // The session is looked at while the request stands: it may end between the look at the button and the press.
  if (await approve.isVisible()) await Promise.race([host.approve(), isOver])
  await isOver
}

async function seesActivity({ section }: AccountPage): Promise<void> {
  const log = section('Activity')
  await expect(log.getByText('Wallet created')).toBeVisible()
  await expect(log.getByText('Signed in').first()).toBeVisible()
  await expect(log.getByText(/app\.localhost/).first()).toBeVisible()
  await expect(log.getByText('The log is complete and unchanged.')).toBeVisible()
}

async function deletes({ section }: AccountPage): Promise<void> {
  const remove = section('Delete this account')
  await remove.getByRole('button', { name: 'Delete account' }).click()
  const forGood = remove.getByRole('button', { name: 'Delete for ever' })
  await expect(forGood).toBeDisabled()
  await remove.getByRole('textbox', { name: 'Type DELETE to confirm' }).fill('DELETE')
  await forGood.click()
}

test('from the settings of the modal: what happened, sites and devices that are sent away, and the end of the account', async ({
  host,
  stack,
}) => {
  await host.goto()
  await signInWith(host, 'google', 'ada')
  await connected(host)
  const firstAddress = await host.address()
  const opened = await test.step('the settings lead to the wallet’s own address', () =>
    openFromSettings(host, stack))
  const account = createAccountPage(opened, stack)
  await account.signInWith('google', 'ada')
  const devices = account.section('Devices')
  const returns = async () => {
    await host.page.bringToFront()
    await host.page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  }
  const signsInAgain = async () => {
    await signInWith(host, 'google', 'ada')
    await connected(host)
    await expect(host.dialog).toBeHidden()
    // A page hears of its account's new devices when it is loaded.
    await account.page.bringToFront()
    await account.page.reload()
    await expect(devices.getByText(/app\.localhost/)).toBeVisible()
  }

  await test.step('activity tells what happened, and that nothing was changed in it', () =>
    seesActivity(account))

  await test.step('a site that is disconnected has to ask again', async () => {
    const sites = account.section('Connected sites')
    await sites.getByRole('button', { name: /^Disconnect app\.localhost/ }).click()
    await expect(sites.getByText('No site is connected.')).toBeVisible()
    await returns()
    expect(await host.address()).toBe('')
  })

  await test.step('a device that is sent away signs nothing any more', async () => {
    await signsInAgain()
    await host.page.bringToFront()
    await signs(host)
    await account.page.bringToFront()
    await expect(devices.getByText('This page')).toBeVisible()
    await devices.getByRole('button', { name: /^Sign out / }).click()
    await expect(devices.getByText(/app\.localhost/)).toBeHidden()
    await returns()
    await host.action('Sign a message')
    // Nothing is signed: the page is asked to sign in anew.
    await expect(host.dialog.getByRole('button', { name: 'Continue with Google', exact: true })).toBeVisible()
    await host.dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('one that is sent away while its page is open hears of it at the next signature', async () => {
    await signsInAgain()
    await host.page.bringToFront()
    await host.page.reload()
    await connected(host)
    await account.page.bringToFront()
    await devices.getByRole('button', { name: /^Sign out / }).click()
    await expect(devices.getByText(/app\.localhost/)).toBeHidden()
    await host.page.bringToFront()
    await host.action('Sign a message')
    await hearsThatItIsOver(host)
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  })

  await test.step('a deleted account is gone: its devices are signed out, and the next sign-in is a new wallet', async () => {
    await host.page.reload()
    await signsInAgain()
    expect(await host.address()).toBe(firstAddress)
    await deletes(account)
    await expect(account.page.getByRole('heading', { name: 'Sign in to your wallet' })).toBeVisible()
    await returns()
    await signInWith(host, 'google', 'ada')
    await connected(host)
    expect(await host.address()).not.toBe(firstAddress)
  })
})

test('R3-84 by e-mail: eight characters, the private key, a second way to sign in, and an address that a site is told until that is taken back', async ({
  account,
  host,
  stack,
  email,
}) => {
  const mailbox = openMailbox(stack, email)
  await account.goto()
  await test.step('it takes eight characters, and stays after a reload', async () => {
    await account.page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await account.page.getByRole('button', { name: 'Send code' }).click()
    const code = await mailbox.code()
    expect(code).toHaveLength(8)
    await account.page.getByRole('textbox', { name: 'Code from the e-mail' }).fill(code)
    await account.address()
    await account.page.reload()
  })
  const address = await account.address()
  const ways = account.section('Ways to sign in')

  await test.step('the private key controls the address', async () => {
    await account.reveal('Show the private key', 'Show the private key')
    const key = (await account.panel.getByText(/^(0x)?[0-9a-f]{64}$/).textContent()) ?? ''
    const wallet = new Wallet(key.startsWith('0x') ? key : `0x${key}`)
    expect(wallet.address.toLowerCase()).toBe(address.toLowerCase())
    await account.press('Done')
    await expect.poll(() => mailbox.subjects()).toContainEqual(expect.stringMatching(/key was exported/))
  })

  await test.step('another way is added after both are proven, and signs in to the same wallet', async () => {
    await ways.getByRole('button', { name: 'Add Discord' }).click()
    await continueAs(account.page, 'bob')
    await expect(ways.getByRole('button', { name: 'Remove Discord' })).toBeVisible()
    await expect(account.page).toHaveURL(`${stack.origins.wallet}/account?projectId=demo`)
    await host.goto()
    await signInWith(host, 'discord', 'bob')
    await connected(host)
    await expect(host.dialog).toBeHidden()
    expect((await host.address()).toLowerCase()).toBe(address.toLowerCase())
  })

  await test.step('a site that asks for the e-mail address is told it once its visitor agrees, until that is taken back', async () => {
    const known = host.page.getByTestId('account')
    await host.action('Ask for e-mail')
    const place = await host.approval()
    await expect(place.getByText(email, { exact: true })).toBeVisible()
    await host.approve('Share')
    await expect(host.result).toHaveText(email)
    await expect(known).toContainText(email)
    await host.page.reload()
    await expect(known).toContainText(email)

    await account.page.bringToFront()
    await account.page.reload()
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

  await test.step('a way that is removed signs its devices out', async () => {
    await account.page.bringToFront()
    await ways.getByRole('button', { name: 'Remove Discord' }).click()
    await expect(ways.getByRole('button', { name: 'Add Discord' })).toBeVisible()
    await host.page.bringToFront()
    await host.page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  })
})

test('by a network: its last way to sign in stays, another account’s is not taken, and the phrase and the kit are the wallet’s', async ({
  account,
  host,
  stack,
}, info) => {
  await host.goto()
  await signInWith(host, 'discord', 'carol')
  await connected(host)
  const other = await host.address()
  await account.goto()
  await account.signInWith('apple', 'carol')
  const address = await account.address()
  const ways = account.section('Ways to sign in')

  await test.step('the last way to sign in stays', async () => {
    await ways.getByRole('button', { name: 'Remove Apple' }).click()
    await expect(
      account.page.getByText('This is your last way to sign in. Add another one first.'),
    ).toBeVisible()
    await expect(ways.getByRole('button', { name: 'Remove Apple' })).toBeVisible()
  })

  await test.step('an identity that belongs to another account is not taken', async () => {
    expect(address.toLowerCase()).not.toBe(other.toLowerCase())
    await ways.getByRole('button', { name: 'Add Discord' }).click()
    await continueAs(account.page, 'carol')
    await expect(account.page.getByText('This way to sign in belongs to another account.')).toBeVisible()
    await expect(account.page.getByRole('button', { name: 'Remove Discord' })).toBeHidden()
  })

  await test.step('the recovery phrase: its first Ethereum account is the address', async () => {
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

  await test.step('a recovery kit opens without any service', async () => {
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
