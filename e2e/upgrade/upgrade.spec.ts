import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { browserLaunchOptions } from '@latchkey/testing/node'
import { type BrowserContext, chromium, expect, test } from '@playwright/test'
import { Wallet } from 'ethers'
import { freePorts, type Stack, startStack } from '../../scripts/stack/startStack.ts'
import { createAccountPage } from '../support/AccountPage.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { codeField, connected, emailField, pressUntil, signs } from '../support/steps.ts'

type Start = typeof startStack
/** What a person knows of the wallets that the earlier build made. */
type Known = { address: string; protectedAddress: string; recoveryCode: string }

const root = fileURLToPath(new URL('../..', import.meta.url))
const earlierRoot = process.env.UPGRADE_FROM ?? ''
const email = 'kept@example.com'
const protectedEmail = 'protected@example.com'

const openProfile = (profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...browserLaunchOptions(),
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })

async function signIn(host: HostPage, mailbox: Mailbox): Promise<void> {
  await host.goto()
  await host.button.click()
  await emailField(host).fill(email)
  await pressUntil(host.dialog.getByRole('button', { name: 'Send code' }), codeField(host))
  await host.typeCode(await mailbox.code())
  await connected(host)
  await expect(host.dialog).toBeHidden()
}

/** A wallet that a site uses, and one that is protected. */
async function makeWallets(stack: Stack, profile: string): Promise<Known> {
  const context = await openProfile(profile)
  const host = createHostPage(await context.newPage(), stack)
  await host.signIn(email)
  await signs(host)
  const address = await host.address()
  const account = createAccountPage(await context.newPage(), stack)
  await addAuthenticator(account.page, { hasPrf: true })
  await account.goto()
  await account.signIn(protectedEmail)
  await account.addPasskey()
  const recoveryCode = await account.addRecoveryCode()
  await account.protect()
  const protectedAddress = await account.address()
  await context.close()
  return { address, protectedAddress, recoveryCode }
}

const same = (one: string, other: string) => expect(one.toLowerCase()).toBe(other.toLowerCase())

/** What was signed in stays so, and signs. */
async function opensAndSigns(stack: Stack, context: BrowserContext, { address }: Known): Promise<void> {
  const host = createHostPage(await context.newPage(), stack)
  await host.goto()
  await connected(host)
  same(await host.address(), address)
  await signs(host)
}

/** The account page is still open, and the key that another device is shown controls the address. */
async function exports(stack: Stack, context: BrowserContext, mailbox: Mailbox, known: Known): Promise<void> {
  const open = createAccountPage(await context.newPage(), stack)
  await open.goto()
  same(await open.address(), known.protectedAddress)
  const browser = await chromium.launch(browserLaunchOptions())
  try {
    const account = createAccountPage(await browser.newPage(), stack)
    await account.goto()
    await account.signIn(email, mailbox)
    same(await account.address(), known.address)
    await account.reveal('Show the private key', 'Show the private key')
    const key = (await account.panel.getByText(/^(0x)?[0-9a-f]{64}$/).textContent()) ?? ''
    same(new Wallet(key.startsWith('0x') ? key : `0x${key}`).address, known.address)
  } finally {
    await browser.close()
  }
}

/** A device that neither build has seen. */
async function recovers(stack: Stack, mailbox: Mailbox, known: Known): Promise<void> {
  const browser = await chromium.launch(browserLaunchOptions())
  try {
    const host = createHostPage(await browser.newPage(), stack)
    await signIn(host, mailbox)
    same(await host.address(), known.address)
    await signs(host)
    const context = await browser.newContext()
    const account = createAccountPage(await context.newPage(), stack)
    await account.goto()
    await account.enterCode(protectedEmail)
    await account.open(
      account.page.getByRole('button', { name: 'Enter the recovery code' }),
      'Enter your recovery code',
    )
    await account.panel.getByRole('textbox', { name: 'Recovery code' }).fill(known.recoveryCode)
    await account.press('Continue')
    await account.press('Done')
    same(await account.address(), known.protectedAddress)
  } finally {
    await browser.close()
  }
}

test('wallets that an earlier build made open, sign, export and recover in this one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-upgrade-'))
  const profile = join(folder, 'profile')
  const dataDir = join(folder, 'data')
  // The wallet's origin is where its browser keeps the device's part of a key: both builds have the same ports.
  const ports = await freePorts()
  const earlier: { startStack: Start } = await import(
    pathToFileURL(join(earlierRoot, 'scripts', 'stack', 'startStack.ts')).href
  )
  const before = await earlier.startStack({ root: earlierRoot, ports, dataDir })
  const known = await makeWallets(before, profile).finally(before.stop)

  const stack = await startStack({ root, ports, dataDir, approvals: 'frame' })
  try {
    const context = await openProfile(profile)
    await opensAndSigns(stack, context, known)
    const mailbox = openMailbox(stack, email)
    await exports(stack, context, mailbox, known)
    await context.close()
    await recovers(stack, mailbox, known)
  } finally {
    await stack.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
