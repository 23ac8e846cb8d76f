import type { FrameLocator, Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { friend } from '../support/chainClient.ts'
import { frameAt } from '../support/frameAt.ts'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, startRequests, toHex } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'

const hash = /^0x[0-9a-f]{64}$/
const transfer = (from: string) => ({
  method: 'eth_sendTransaction',
  params: [{ from, to: friend, value: '0x1' }],
})
const greeting = (from: string) => ({ method: 'personal_sign', params: [toHex('Hello'), from] })

async function signsIn(host: HostPage, email: string, stack: Stack): Promise<`0x${string}`> {
  await host.signIn(email)
  const address = (await host.address()) as `0x${string}`
  await stack.chain.setBalance(address, 10n ** 18n)
  return address
}

/** Does what is to be done before a block has what was sent, and lets one have it. */
async function beforeBlocks<T>({ chain }: Stack, act: () => Promise<T>): Promise<T> {
  await chain.call('evm_setAutomine', [false])
  try {
    return await act()
  } finally {
    await chain.call('evm_setAutomine', [true])
    await chain.call('evm_mine', [])
  }
}

/** What a receipt says before a block has it. Whoever touches a receipt has time to read what becomes of it. */
const waiting = (place: FrameLocator | Page) => place.getByRole('status').filter({ hasText: 'Waiting' })

/** Notes from now on whether the frame says that a message was signed: it says so for a moment. */
async function noteTick(page: Page, { origins }: Stack): Promise<() => Promise<boolean>> {
  const wallet = await frameAt(page, `${origins.wallet}/frame`)
  await wallet.evaluate(() => {
    const note = () => {
      const isTold = [...document.querySelectorAll('[role="status"]')].some(
        (status) => status.textContent?.trim() === 'Approved' && status.checkVisibility(),
      )
      if (isTold) Object.assign(window, { isTickSeen: true })
    }
    new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true })
  })
  return () => wallet.evaluate(() => 'isTickSeen' in window)
}

/** Goes down a window of little height as a wheel does, so that nothing is passed over. */
async function readsThrough(window: Page, height: number): Promise<void> {
  const approve = window.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toHaveAttribute('data-armed', 'false')
  await window.mouse.move(100, 90)
  for (let at = 0; at < 10; at += 1) {
    await window.mouse.wheel(0, height / 2)
    await expect
      .poll(() => window.evaluate(() => new Promise(requestAnimationFrame).then(() => true)))
      .toBe(true)
  }
}

/** Approves in the wallet's own window, and leaves it as it is. */
async function approvesIn(window: Page): Promise<void> {
  const approve = window.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toHaveAttribute('data-armed', 'true')
  await approve.click()
}

test('in the page’s frame: what came of a transfer, a tick for a message, a request in a receipt’s place, and the window on a phone’s side', async ({
  host,
  page,
  email,
  stack,
}) => {
  const from = await signsIn(host, email, stack)
  await test.step('what came of a transfer is told while the page goes on: confirmed, what was paid, and Done', async () => {
    await beforeBlocks(stack, async () => {
      await startRequests(page, [transfer(from)])
      await host.approve()
      expect((await outcome(page)).result).toMatch(hash)
      await host.press(waiting(host.frame))
    })
    await expect(host.frame.getByText(/^Confirmed/)).toBeVisible()
    await expect(host.frame.getByText('Fee paid')).toBeVisible()
    await host.press(host.frame.getByRole('button', { name: 'Done', exact: true }))
    await expect(host.dialog).toBeHidden()
    await expect(page.locator('latchkey-toast')).toHaveCount(0)
  })

  await test.step('a modal that was closed before the network decided: a toast over the page tells it, and leads to the activity', async () => {
    const toast = page.getByRole('button', { name: /^Transaction confirmed/ })
    await beforeBlocks(stack, async () => {
      await startRequests(page, [transfer(from)])
      await host.approve()
      expect((await outcome(page)).result).toMatch(hash)
      await host.press(host.frame.getByRole('button', { name: 'Done', exact: true }))
      await expect(host.dialog).toBeHidden()
      await expect(toast).toBeHidden()
    })
    await toast.click()
    await expect(host.dialog.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(host.dialog).toBeHidden()
  })

  await test.step('a new request comes in a receipt’s place; a message gets a tick, which goes by itself', async () => {
    await startRequests(page, [transfer(from)])
    await host.approve()
    expect((await outcome(page)).result).toMatch(hash)
    await startRequests(page, [greeting(from)])
    await expect(host.frame.getByRole('heading', { name: 'Sign a message' })).toBeVisible()
    const isTickSeen = await noteTick(page, stack)
    await host.approve()
    expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
    await expect.poll(isTickSeen).toBe(true)
    await expect(host.dialog).toBeHidden()
  })

  await test.step('on a phone’s side the frame offers the window, where all of it scrolls through and is approved', async () => {
    await page.setViewportSize({ width: 640, height: 320 })
    await startRequests(page, [transfer(from)])
    const review = host.frame.getByRole('button', { name: 'Review in wallet window' })
    const [window] = await Promise.all([page.waitForEvent('popup'), host.press(review)])
    await window.setViewportSize({ width: 640, height: 320 })
    await readsThrough(window, 320)
    await approvesIn(window)
    expect((await outcome(page)).result).toMatch(hash)
  })
})

test.describe('in the wallet’s own window', () => {
  test.use({ world: { name: 'approvals-auto', approvals: 'auto' } })

  test('at 200 % and at 400 % it can be read through and approved, and tells what came of it; a sign-in stays in the frame of a phone’s side', async ({
    host,
    page,
    email,
    stack,
  }) => {
    const from = await signsIn(host, email, stack)
    for (const [zoom, size] of [
      ['200 %', { width: 640, height: 360 }],
      ['400 %', { width: 320, height: 180 }],
    ] as const)
      await test.step(`at ${zoom}`, async () => {
        const window = await beforeBlocks(stack, async () => {
          const [window] = await Promise.all([
            page.waitForEvent('popup'),
            startRequests(page, [transfer(from)]),
          ])
          await window.setViewportSize(size)
          await readsThrough(window, size.height)
          await approvesIn(window)
          expect((await outcome(page)).result).toMatch(hash)
          await waiting(window).click()
          return window
        })
        await expect(window.getByText(/^Confirmed/)).toBeVisible()
        await expect(host.dialog).toBeHidden()
        await Promise.all([
          window.waitForEvent('close'),
          window.getByRole('button', { name: 'Done', exact: true }).click(),
        ])
      })

    await test.step('a sign-in to the site itself is read through and approved in the frame of a phone’s side', async () => {
      await page.setViewportSize({ width: 640, height: 320 })
      const { origin, host: domain } = new URL(host.url)
      const text = [
        `${domain} wants you to sign in with your Ethereum account:`,
        `${from}\n`,
        'Sign in.\n',
        `URI: ${origin}`,
        'Version: 1',
        'Chain ID: 31337',
        'Nonce: 0123456789abcdef',
        `Issued At: ${new Date().toISOString()}`,
      ].join('\n')
      await startRequests(page, [{ method: 'personal_sign', params: [toHex(text), from] }])
      await expect(host.frame.getByText('Read to the end')).toBeVisible()
      await host.approve()
      expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
    })
  })
})
