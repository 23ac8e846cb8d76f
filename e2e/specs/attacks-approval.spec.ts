import type { Page } from '@playwright/test'
import { frameAt } from '../support/frameAt.ts'
import type { HostPage } from '../support/HostPage.ts'
import { holdableClock } from '../support/holdableClock.ts'
import { outcome, rpc, startRequests, toHex } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'

// What moves is drawn as most visitors see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const approveButton = ({ frame }: HostPage) => frame.getByRole('button', { name: 'Approve' })
const message = (text: string, from: string) => ({ method: 'personal_sign', params: [toHex(text), from] })

/** Signs in, and puts one message before the person without waiting for the answer. */
async function askToSign(host: HostPage, email: string): Promise<void> {
  await host.signIn(email)
  await startRequests(host.page, [message('Hello', await host.address())])
  await expect(approveButton(host)).toBeVisible()
}

/** Adds to the dialog, over the frame, what a hostile page would. */
const cover = (page: Page, how: 'layer' | 'popover' | 'fade' | 'turn') =>
  page.evaluate((kind) => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const dialog = root?.querySelector('dialog')
    const layer = root?.querySelector<HTMLElement>('.lk-frame-layer')
    if (!dialog || !layer) throw new Error('The modal has another structure')
    if (kind === 'fade') layer.style.opacity = '0.5'
    else if (kind === 'turn') layer.style.transform = 'rotate(2deg)'
    else {
      const overlay = document.createElement('div')
      overlay.id = 'overlay'
      overlay.style.cssText =
        'position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff;opacity:.01;pointer-events:none;z-index:2147483647'
      if (kind === 'layer') dialog.append(overlay)
      else {
        overlay.popover = 'manual'
        document.body.append(overlay)
        overlay.showPopover()
      }
    }
  }, how)

const uncover = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    for (const overlay of [root?.querySelector('#overlay'), document.querySelector('#overlay')])
      overlay?.remove()
    const layer = root?.querySelector<HTMLElement>('.lk-frame-layer')
    layer?.style.removeProperty('opacity')
    layer?.style.removeProperty('transform')
  })

test('Approve is disarmed by whatever hides it, and says why; a press as slow as a person’s approves', async ({
  host,
  page,
  stack,
  email,
}) => {
  await askToSign(host, email)
  const button = approveButton(host)
  for (const kind of ['layer', 'popover', 'fade', 'turn'] as const)
    await test.step(`under a hostile ${kind}`, async () => {
      await cover(page, kind)
      await expect(button).toHaveAttribute('data-armed', 'false')
      await expect(host.frame.getByText('Something covers this window.')).toBeVisible()
      // A real click at the right place: the layer lets it through.
      await host.settled()
      await button.click({ force: true })
      await expect(host.frame.getByText('Something covers this window.')).toBeVisible()
      await uncover(page)
      await expect(host.frame.getByText('Something covers this window.')).toBeHidden()
      await expect(button).toHaveAttribute('data-armed', 'true')
    })

  await test.step('resized or hidden, until it is calm again', async () => {
    const wallet = await frameAt(page, `${stack.origins.wallet}/frame`)
    await wallet.evaluate(() => {
      const target = document.querySelector('[data-armed]') as HTMLElement
      const seen: (string | undefined)[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => seen.push(target.dataset.armed)).observe(target, { attributes: true })
    })
    const seen = () => wallet.evaluate(() => (window as unknown as { seen: string[] }).seen.splice(0))
    const disturb = async (change: () => Promise<unknown>) => {
      await seen()
      await change()
      await expect.poll(async () => (await seen()).includes('false')).toBe(true)
      await expect(button).toHaveAttribute('data-armed', 'true')
    }
    await disturb(() => page.setViewportSize({ width: 400, height: 700 }))
    const shrink = (height: string) =>
      page.evaluate((value) => {
        const root = document.querySelector('latchkey-modal')?.shadowRoot
        root?.querySelector<HTMLElement>('iframe')?.style.setProperty('height', value)
      }, height)
    await shrink('200px')
    await expect(host.frame.getByText('This window is too small to read safely.')).toBeVisible()
    await shrink('')
    await expect(button).toHaveAttribute('data-armed', 'true')
    // Half of it moved out of the window.
    const move = (value: string) =>
      page.evaluate((margin) => {
        const root = document.querySelector('latchkey-modal')?.shadowRoot
        root?.querySelector<HTMLElement>('.lk-frame-layer')?.style.setProperty('translate', margin)
      }, value)
    await move('0 60%')
    await expect(button).toHaveAttribute('data-armed', 'false')
    await move('')
    await expect(button).toHaveAttribute('data-armed', 'true')
  })

  await test.step('a press as slow as a person’s', async () => {
    await host.comeTo(button)
    await button.click({ delay: 400 })
    await expect(host.dialog).toBeHidden()
    expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
  })
})

test('neither clicks that no person made nor a double click that was meant for the page approve', async ({
  host,
  page,
  stack,
  email,
}) => {
  await askToSign(host, email)
  const wallet = await frameAt(page, `${stack.origins.wallet}/frame`)
  await test.step('clicks that no person made', async () => {
    await expect(approveButton(host)).toHaveAttribute('data-armed', 'true')
    await wallet.evaluate(() => {
      const target = document.querySelector('[data-armed]') as HTMLElement
      target.click()
      for (const type of ['pointerdown', 'pointerup', 'click'])
        target.dispatchEvent(
          new PointerEvent(type, { bubbles: true, composed: true, isPrimary: true, button: 0, detail: 1 }),
        )
      target.focus()
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    })
    await expect(approveButton(host)).toHaveAttribute('data-state', 'ready')
    await host.reject()
    expect(await outcome(page)).toMatchObject({ code: 4001 })
    await expect(host.dialog).toBeHidden()
  })

  await test.step('a double click that falls on what appears under it', async () => {
    // Its clock stands still, so that the button arms no sooner than it is to.
    await wallet.evaluate(() => {
      const stopped = performance.now()
      performance.now = () => stopped
    })
    await startRequests(page, [message('Hello', await host.address())])
    await expect(approveButton(host)).toBeVisible()
    await host.settled()
    await approveButton(host).dblclick({ force: true })
    await expect(approveButton(host)).toHaveAttribute('data-state', 'arming')
    // A press that began before it was armed does not count either.
    const box = await approveButton(host).boundingBox()
    if (!box) throw new Error('The button has no place')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await wallet.evaluate(() => void Reflect.deleteProperty(performance, 'now'))
    await expect(approveButton(host)).toHaveAttribute('data-armed', 'true')
    await page.mouse.up()
    await expect(approveButton(host)).toHaveAttribute('data-state', 'ready')
    await host.reject()
    expect(await outcome(page)).toMatchObject({ code: 4001 })
  })
})

test('one request is on the screen, five wait in the order in which they came, the seventh is refused', async ({
  host,
  page,
  stack,
  email,
}) => {
  await host.signIn(email)
  const from = await host.address()
  const numbers = [1, 2, 3, 4, 5, 6, 7]
  await startRequests(
    page,
    numbers.map((number) => message(`Request number ${number}`, from)),
  )
  await expect(host.frame.getByText('5 more requests are waiting')).toBeVisible()
  await expect(host.frame.getByText('Request number')).toHaveText('Request number 1')
  const wallet = await frameAt(page, `${stack.origins.wallet}/frame`)
  await wallet.evaluate(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    const note = () => {
      const request = /Request number \d/.exec(document.body.textContent ?? '')?.[0]
      shown.push(`${request}: ${document.querySelector<HTMLElement>('[data-armed]')?.dataset.state}`)
    }
    new MutationObserver(note).observe(document.body, { attributes: true, childList: true, subtree: true })
  })
  await host.approve()
  await expect(host.frame.getByText('4 more requests are waiting')).toBeVisible()
  // What appears anew has to arm anew.
  const shown = () => wallet.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await expect.poll(shown).toContain('Request number 2: arming')
  await expect(host.frame.getByText('Request number')).toHaveText('Request number 2')
  await host.approve()
  await expect(host.frame.getByText('3 more requests are waiting')).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(host.dialog).toBeHidden()
  const outcomes = await Promise.all(numbers.map((_, index) => outcome(page, index)))
  const ends = outcomes.map(({ code }) => code ?? 'signed').sort()
  expect(ends).toEqual([-32002, 4001, 4001, 4001, 4001, 'signed', 'signed'])
})

test('R4-61 what must not be signed never reaches the screen, and three rejections bring a pause', async ({
  host,
  page,
  email,
  stack,
}) => {
  const clock = await holdableClock(page, stack)
  await host.signIn(email)
  const from = await host.address()
  await test.step('what must not be signed', async () => {
    const siwe = (domain: string) =>
      `${domain} wants you to sign in with your Ethereum account:\n${from}\n\nWelcome\n\nURI: ${stack.origins.app}/\nVersion: 1\n` +
      `Chain ID: 31337\nNonce: a1b2c3d4e5\nIssued At: ${new Date().toISOString()}`
    const order = (change: object, extra: object = {}) =>
      JSON.stringify({
        types: { Order: [{ name: 'item', type: 'string' }] },
        primaryType: 'Order',
        domain: { name: 'Harbour', version: '1', chainId: 31337, ...change },
        message: { item: 'A berth', ...extra },
      })
    const sign = (text: string) => ['personal_sign', [text, from]] as const
    const typed = (json: string, account = from) => ['eth_signTypedData_v4', [account, json]] as const
    const send = (fields: object) => ['eth_sendTransaction', [{ from, to: OTHER, ...fields }]] as const
    const [block, malformed] = [-32602, -32602]
    const table = [
      [...sign(toHex(siwe('bank.example'))), block, 'signInDomain'],
      [...sign(toHex(siwe('app.localhost.evil.example'))), block, 'signInDomain'],
      [...sign(`0x${'ab'.repeat(32)}`), block, 'hashLikeMessage'],
      [...sign(`0x1901${'ab'.repeat(64)}`), block, 'envelopeMessage'],
      ['personal_sign', [toHex('Hello'), OTHER], block, 'wrongAccount'],
      [...typed(order({}, { price: '1' })), malformed, 'memberMismatch'],
      [...typed(order({ chainId: 1 })), block, 'wrongNetwork'],
      [...typed(order({}), OTHER), block, 'wrongAccount'],
      [...send({ authorizationList: [] }), block, 'delegation'],
      [...send({ type: '0x4' }), block, 'delegation'],
      [...send({ from: OTHER }), block, 'wrongAccount'],
      [...send({ chainId: '0x1' }), block, 'wrongNetwork'],
      [...send({ gas: '0xffffffff' }), block, 'gasAboveCap'],
      [...send({ unknown: 1 }), malformed, 'unknownField'],
    ] as const
    for (const [method, params, code, reason] of table)
      expect(await rpc(page, method, params), `${method} ${reason}`).toMatchObject({ code, reason })
    await expect(host.dialog).toBeHidden()
  })

  await test.step('a method that no wallet should offer', async () => {
    await host.action('Call a method it refuses')
    await expect(host.result).toHaveText(/\(4200\)$/)
    await expect(host.dialog).toBeHidden()
  })

  await test.step('three rejections', async () => {
    // No pause is over before all has been seen of it.
    await clock.hold()
    for (let times = 0; times < 3; times++) {
      await startRequests(page, [message(`Again ${times}`, from)])
      await expect(host.frame.getByText(`Again ${times}`)).toBeVisible()
      await host.reject()
      expect(await outcome(page)).toMatchObject({ code: 4001 })
    }
    const { method, params } = message('Once more', from)
    await startRequests(page, [{ method, params }])
    await expect(host.frame.getByText('This site is paused')).toBeVisible()
    await host.press(host.frame.getByRole('button', { name: 'Close', exact: true }))
    const refused = await outcome(page)
    expect(refused).toMatchObject({ code: -32005 })
    expect(refused.message).toContain('half a minute')
    await expect(host.dialog).toBeHidden()
    // The person is told once a pause; from then on the page alone.
    expect(await rpc(page, method, params)).toMatchObject({ code: -32005 })
    await expect(host.dialog).toBeHidden()
  })
})
