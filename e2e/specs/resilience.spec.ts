import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testContracts } from '@latchkey/testing'
import type { Stack } from '../../scripts/stack/startStack.ts'
import type { HostPage } from '../support/HostPage.ts'
import { holdableClock } from '../support/holdableClock.ts'
import { messagesTo, readCode } from '../support/inbox.ts'
import { outcome, rpc, startRequests } from '../support/provider.ts'
import { codeField, connected, emailField, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'parallel' })

const ETHER = 10n ** 18n

async function sends(host: HostPage, stack: Stack): Promise<void> {
  await stack.chain.setBalance(await host.address(), ETHER)
  await host.action('Send 0.01 ETH')
  await host.approve()
  await expect(host.result).toHaveAttribute('data-state', 'done')
}

/** A code of the right form that is not the right one. */
const wrongCode = (code: string, turn: number) => String((Number(code) + turn) % 1_000_000).padStart(6, '0')

test('a reload in the middle of typing the address, of the code, of an approval, of signing and of sending', async ({
  host,
  page,
  stack,
  email,
}) => {
  await host.goto()
  await test.step('of typing the address: the page works', async () => {
    await host.button.click()
    await emailField(host).fill(email)
    await page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  })

  await test.step('of the code: the one that was sent stays good', async () => {
    await host.askForCode(email)
    const code = await readCode(stack, email)
    await page.reload()
    await host.button.click()
    await host.dialog.getByRole('button', { name: 'Enter your code' }).click()
    await host.typeCode(code)
    await connected(host)
    expect(await messagesTo(stack, email)).toHaveLength(1)
  })
  const address = await host.address()

  await test.step('of an approval: nothing is signed, and the person stays connected', async () => {
    await host.action('Sign a message')
    await expect(host.frame.getByRole('button', { name: 'Approve' })).toBeVisible()
    await page.reload()
    await connected(host)
    await expect(host.dialog).toBeHidden()
    expect(await host.address()).toBe(address)
  })

  await test.step('of signing: the person stays connected, and the next one works', async () => {
    // Without the unlocked key, signing has to ask the service; it is caught there.
    const asked = page.waitForRequest(/\/keysets\/[^/]+\/release$/)
    await page.route(/\/release$/, () => undefined, { times: 1 })
    await host.action('Sign a message')
    await host.approve()
    await asked
    await page.reload()
    await connected(host)
    await signs(host)
  })

  await test.step('of sending: the money moves once or not at all', async () => {
    await stack.chain.setBalance(address, ETHER)
    const isRaw = (body: string | null) => body?.includes('eth_sendRawTransaction') ?? false
    const sending = page.waitForEvent('requestfailed', (request) => isRaw(request.postData()))
    let isCut = true
    // It is lost on the way, and so is each further try that the wallet makes before the reload.
    await page.route(/\/v1\?/, (route) =>
      isCut && isRaw(route.request().postData()) ? route.abort() : route.fallback(),
    )
    await host.action('Send 0.01 ETH')
    await host.approve()
    await sending
    await page.reload()
    isCut = false
    await connected(host)
    expect(await stack.chain.call('eth_getTransactionCount', [address, 'latest'])).toBe('0x0')
    await sends(host, stack)
    expect(await stack.chain.call('eth_getTransactionCount', [address, 'latest'])).toBe('0x1')
  })
})

test('wrong codes are counted, the third ends the code, and a new one has to wait', async ({
  host,
  page,
  stack,
  email,
}) => {
  const clock = await holdableClock(page, stack)
  await host.goto()
  await host.askForCode(email)
  // The half minute to the next one outlasts all that is typed.
  await clock.hold()
  const code = await readCode(stack, email)
  for (const [turn, words] of [
    [1, '2 tries left'],
    [2, '1 try left'],
    [3, 'That was the third wrong code. Ask for a new one.'],
  ] as const) {
    await codeField(host).fill(wrongCode(code, turn))
    await expect(host.frame.getByText(words).first()).toBeVisible()
  }
  const resend = host.frame.getByRole('button', { name: /New code in \d+ s/ })
  await expect(resend).toHaveAttribute('aria-disabled', 'true')
  // The right one comes too late.
  await codeField(host).fill(code)
  await expect(host.frame.getByText(/Ask for a new one/).first()).toBeVisible()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')
  await host.press(host.frame.getByRole('button', { name: 'Wrong e-mail?' }))
  await expect(emailField(host)).toBeVisible()
})

test('who asks for a second code at once is told to wait, and gets no second mail', async ({
  host,
  stack,
  email,
}) => {
  await host.goto()
  await host.askForCode(email)
  await host.press(host.frame.getByRole('button', { name: 'Wrong e-mail?' }))
  await host.dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(host.dialog.getByText(/Please try again after \d+ seconds/).first()).toBeVisible()
  expect(await messagesTo(stack, email)).toHaveLength(1)
})

test('a part that fails before the sign-in: the service, the mail server, and the service while the code is typed', async ({
  host,
  stack,
  email,
}) => {
  const again = host.dialog.getByRole('button', { name: 'Try again' })
  await host.goto()
  await test.step('the service before anything: refused, and the same button works later', async () => {
    await stack.service.kill()
    try {
      await host.button.click()
      await emailField(host).fill(email)
      await host.dialog.getByRole('button', { name: 'Send code' }).click()
      await expect(host.dialog.getByText('The wallet did not load')).toBeVisible()
    } finally {
      await stack.service.restart()
    }
  })

  await test.step('the mail server: a sentence and a code, and the same button works later', async () => {
    await stack.mail.stop()
    try {
      await again.click()
      await expect(host.dialog.getByText('We could not send the e-mail')).toBeVisible()
      await expect(host.dialog.getByText('4106')).toBeVisible()
      await expect(emailField(host)).toHaveValue(email)
    } finally {
      await stack.mail.restart()
    }
    await again.click()
    await expect(codeField(host)).toBeVisible()
  })

  await test.step('the service while the code is typed: the code is kept, and good later', async () => {
    const code = await readCode(stack, email)
    await stack.service.kill()
    try {
      await host.typeCode(code)
      await expect(
        host.frame.getByText('We cannot reach the wallet service. Your code is still here.').first(),
      ).toBeVisible()
      await expect(codeField(host)).toHaveValue(code)
    } finally {
      await stack.service.restart()
    }
    await host.press(host.frame.getByRole('button', { name: 'Try again' }))
    await connected(host)
    await signs(host)
  })
})

test('a part that fails after the sign-in: the chain and the service, before and after the details', async ({
  host,
  page,
  stack,
  email,
}) => {
  const clock = await holdableClock(page, stack)
  await host.signIn(email)
  const address = await host.address()
  const approve = host.frame.getByRole('button', { name: 'Approve' })
  await test.step('the chain before the details: nothing can be approved until it answers', async () => {
    await stack.chain.kill()
    try {
      await host.action('Send 0.01 ETH')
      await expect(host.frame.getByText('The network is not responding')).toBeVisible()
      await expect(host.frame.getByText('2015')).toBeVisible()
      await expect(approve).toBeHidden()
    } finally {
      await stack.chain.restart()
    }
    await stack.chain.setBalance(address, ETHER)
    await host.press(host.frame.getByRole('button', { name: 'Try again' }))
    await host.approve()
    await expect(host.result).toHaveAttribute('data-state', 'done')
    await host.leaveReceipt()
  })

  await test.step('the chain after the details: the page hears of it, and the next transfer works', async () => {
    // What is old would be simulated anew, by the network that is away.
    await clock.hold()
    await host.action('Send 0.01 ETH')
    await expect(approve).toHaveAttribute('data-armed', 'true')
    await stack.chain.kill()
    try {
      await host.approve()
      await expect(host.result).toHaveAttribute('data-state', 'failed')
      await expect(host.result).toHaveText(/\(-32002\)$/)
    } finally {
      await clock.release()
      await stack.chain.restart()
    }
    await sends(host, stack)
    await host.leaveReceipt()
  })

  await test.step('the service after the details: an unlocked key signs without it', async () => {
    await host.action('Sign a message')
    await expect(approve).toHaveAttribute('data-armed', 'true')
    await stack.service.kill()
    try {
      await host.approve()
      await expect(host.result).toHaveText(/^0x[0-9a-f]{130}$/)
    } finally {
      await stack.service.restart()
    }
  })

  await test.step('the service while signing: nothing is signed, and no new sign-in is needed', async () => {
    await page.reload()
    await connected(host)
    await host.action('Sign a message')
    await expect(approve).toHaveAttribute('data-armed', 'true')
    await stack.service.kill()
    try {
      await host.approve()
      await expect(host.frame.getByText('Nothing was signed. Try again.')).toBeVisible()
      await expect(host.frame.getByText('4000')).toBeVisible()
    } finally {
      await stack.service.restart()
    }
    await host.approve()
    await expect(host.result).toHaveAttribute('data-state', 'done')
    expect(await messagesTo(stack, email)).toHaveLength(1)
  })
})

test('a page that stays open during an upgrade of the service has what it asks for at the second try', async ({
  host,
  page,
  email,
}) => {
  await host.signIn(email)
  let documents = 1
  page.on('framenavigated', (frame) => {
    if (URL.canParse(frame.url()) && new URL(frame.url()).pathname === '/frame') documents++
  })
  // The files of the build before are gone; a document of today's has its own.
  await page.route(/\/assets\/watchAssetApproval-/, (route) =>
    documents === 1 ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  )
  const options = { address: testContracts.token.address, symbol: 'LKD', decimals: 6 }
  const asset = { type: 'ERC20', options }
  expect((await rpc(page, 'wallet_watchAsset', asset)).data).toMatchObject({ latchkeyCode: 4000 })
  await expect.poll(() => documents).toBe(2)
  await startRequests(page, [{ method: 'wallet_watchAsset', params: asset }])
  await host.approve('Add')
  expect((await outcome(page)).result).toBe(true)
  await signs(host)
})

/** A build that has the apps' pages and all their files but those, as a later one has. @returns its `dist` */
function copyBuild(folder: string, app: 'frame' | 'keys', without: RegExp): string {
  const dist = fileURLToPath(new URL(`../../apps/${app}/dist`, import.meta.url))
  cpSync(dist, join(folder, app), {
    recursive: true,
    filter: (path) => !/dist\/types/.test(path) && !without.test(path),
  })
  if (readdirSync(join(folder, app, 'assets')).length === readdirSync(join(dist, 'assets')).length)
    throw new Error(`The build of ${app} has no such file.`)
  return join(folder, app)
}

test('where files of earlier builds are kept, an open page has the late ones of the wallet and of keys at the first try', async ({
  host,
  page,
  stack,
  email,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-builds-'))
  const late = /\/assets\/(?:watchAssetApproval|loginHandlers)-/
  const asked = new Map<string, number>()
  try {
    const kept = { EARLIER_FILES_DIR: join(folder, 'kept') }
    await stack.service.restart(kept)
    await host.signIn(email)
    // Whoever is signed in has not loaded what signs in. A route keeps the browser from its own store.
    await page.route(late, (route) => route.continue())
    await page.reload()
    await connected(host)
    page.on('response', (response) => {
      const [, name] = late.exec(response.url()) ? (/assets\/(\w+)-/.exec(response.url()) ?? []) : []
      if (name) asked.set(name, response.status())
    })
    const later = {
      FRAME_DIST: copyBuild(folder, 'frame', late),
      KEYS_DIST: copyBuild(folder, 'keys', late),
    }
    await stack.service.restart({ ...kept, ...later })

    const options = { address: testContracts.token.address, symbol: 'LKD', decimals: 6 }
    await startRequests(page, [{ method: 'wallet_watchAsset', params: { type: 'ERC20', options } }])
    await host.approve('Add')
    expect((await outcome(page)).result).toBe(true)
    await host.leaveReceipt()
    await host.button.click()
    await host.dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
    await host.askForCode(`other-${email}`)
    await expect
      .poll(() => Object.fromEntries(asked))
      .toEqual({ watchAssetApproval: 200, loginHandlers: 200 })
  } finally {
    await stack.service.restart()
    rmSync(folder, { recursive: true, force: true })
  }
})
