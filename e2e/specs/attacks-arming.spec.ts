import type { Locator, Page } from '@playwright/test'
import type { HostPage } from '../support/HostPage.ts'
import { outcome, startRequests, toHex } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'
import { sharedWorld } from '../support/worlds.ts'

const approveButton = ({ frame }: HostPage) => frame.getByRole('button', { name: 'Approve' })
const REJECTED = { code: 4001 }

async function askToSign(host: HostPage, email: string, text = 'Hello'): Promise<void> {
  await host.signIn(email)
  const params = [toHex(text), await host.address()]
  await startRequests(host.page, [{ method: 'personal_sign', params }])
}

/** What a hostile page can do to the element that holds the wallet's frame. */
const style = (page: Page, css: string, selector = '.lk-frame-layer') =>
  page.evaluate(
    ([text, part]) => {
      const root = document.querySelector('latchkey-modal')?.shadowRoot
      const element = root?.querySelector<HTMLElement>(part as string)
      if (!element) throw new Error('The modal has another structure')
      element.style.cssText = text as string
    },
    [css, selector],
  )

/** As browsers are in which IntersectionObserver v2 is missing, or says "visible" whatever lies there. */
async function withVisibility(page: Page, kind: 'present' | 'absent' | 'lying'): Promise<void> {
  await page.addInitScript((what) => {
    if (what === 'absent') Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
    if (what === 'lying')
      Object.defineProperty(IntersectionObserverEntry.prototype, 'isVisible', { get: () => true })
  }, kind)
}

async function middleOf(inside: Locator): Promise<[number, number]> {
  const box = await inside.boundingBox()
  if (!box) throw new Error('It has no place')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** The ways to make the frame invisible that IntersectionObserver v2 does not tell. */
const HIDDEN = {
  mask: 'mask-image:linear-gradient(transparent,transparent)',
  clip: 'clip-path:polygon(0 0,1px 0,1px 1px,0 1px)',
  outline: 'outline:2000px solid white;outline-offset:-2000px',
} as const

for (const mode of ['auto', 'window'] as const)
  test.describe(`approvals: ${mode}`, () => {
    test.use({ world: { name: `arming-${mode}`, approvals: mode } })
    for (const [name, css] of Object.entries(HIDDEN))
      test(`a frame that is hidden by ${name} has nothing to press, whatever the page draws`, async ({
        host,
        page,
        email,
      }) => {
        await askToSign(host, email)
        await expect(host.frame.getByText('Review this in the wallet’s window')).toBeVisible()
        await style(page, css, 'iframe')
        await style(page, css)
        expect(await approveButton(host).count()).toBe(0)
        await page.bringToFront()
        await host.dialog.getByRole('button', { name: 'Close' }).click()
        expect(await outcome(page)).toMatchObject(REJECTED)
      })
  })

test.describe('approvals: frame', () => {
  test.use({ world: sharedWorld })

  for (const kind of ['present', 'absent', 'lying'] as const) {
    test(`a window on the button alone does not arm: isVisible ${kind}`, async ({ host, page, email }) => {
      await withVisibility(page, kind)
      await askToSign(host, email)
      await expect(approveButton(host)).toHaveAttribute('data-armed', 'true')
      const [x, y] = await middleOf(approveButton(host))
      const layer = page.locator('.lk-frame-layer')
      const frame = await layer.boundingBox()
      if (!frame) throw new Error('The frame has no place')
      // A box of 186 by 52 with the button in it, and the rest of the frame cut off.
      await page.evaluate(
        ([left, top, width, height]) => {
          const root = document.querySelector('latchkey-modal')?.shadowRoot
          const layer = root?.querySelector<HTMLElement>('.lk-frame-layer')
          if (!layer) throw new Error('The modal has another structure')
          layer.style.cssText = 'overflow:hidden;width:186px;height:52px;position:fixed'
          const iframe = layer.querySelector('iframe')
          if (iframe)
            iframe.style.cssText = `position:absolute;width:${width}px!important;height:${height}px!important;min-width:0!important;max-width:none!important;max-height:none!important;left:${left}px!important;top:${top}px!important;right:auto!important;bottom:auto!important;border:0`
        },
        [93 - (x - frame.x), 26 - (y - frame.y), frame.width, frame.height],
      )
      await expect(approveButton(host)).toHaveAttribute('data-armed', 'false')
      await host.settled()
      await expect(host.frame.getByText(/out of view|Something covers/)).toBeVisible()
      await style(page, '', 'iframe')
      await style(page, '')
      await host.approve()
      expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
    })
  }

  test('a frame that comes under a mouse about to press takes no press', async ({ host, page, email }) => {
    await askToSign(host, email)
    await host.comeTo(approveButton(host))
    const [x, y] = await middleOf(approveButton(host))
    const iframe = page.locator('iframe[title="Wallet"]')
    const before = await iframe.boundingBox()
    await style(page, 'translate:0 -60px', 'iframe')
    await host.settled()
    expect((await iframe.boundingBox())?.y).toBe((before?.y ?? 0) - 60)
    await page.mouse.move(x, y - 59)
    await page.mouse.click(x, y - 60)
    await expect(approveButton(host)).toHaveAttribute('data-steady', 'false')
    await style(page, '', 'iframe')
    await host.reject()
    expect(await outcome(page)).toMatchObject(REJECTED)
  })

  test('a mouse that was never seen to come presses nothing', async ({ host, page, email }) => {
    await askToSign(host, email)
    await expect(approveButton(host)).toHaveAttribute('data-armed', 'true')
    await host.settled()
    const [x, y] = await middleOf(approveButton(host))
    await page.mouse.click(x, y)
    await expect(approveButton(host)).toHaveAttribute('data-steady', 'false')
    await host.reject()
    expect(await outcome(page)).toMatchObject(REJECTED)
  })

  test('a frame that is shown at a twentieth of its size takes no press', async ({ host, page, email }) => {
    await askToSign(host, email)
    await expect(approveButton(host)).toHaveAttribute('data-armed', 'true')
    await style(page, 'transform:scale(.05)')
    const [x, y] = await middleOf(approveButton(host))
    for (const step of [9, 6, 3, 0]) await page.mouse.move(x - step / 3, y - step / 6)
    await page.mouse.down()
    await page.mouse.up()
    await style(page, '')
    await expect(approveButton(host)).toHaveAttribute('data-state', /ready|arming/)
    await host.reject()
    expect(await outcome(page)).toMatchObject(REJECTED)
  })

  test('the fragment of the frame moves no focus, and ends the request', async ({
    host,
    page,
    stack,
    email,
  }) => {
    await askToSign(host, email)
    await expect(approveButton(host)).toHaveAttribute('data-armed', 'true')
    const find = () => page.frames().find((frame) => frame.url().startsWith(`${stack.origins.wallet}/frame`))
    const wallet = find()
    if (!wallet) throw new Error('There is no frame')
    const ids = await wallet.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
    for (const id of ids)
      await page.evaluate((fragment) => {
        const root = document.querySelector('latchkey-modal')?.shadowRoot
        const iframe = root?.querySelector('iframe')
        iframe?.contentWindow?.location.replace(`${iframe.src.split('#')[0]}#${fragment}`)
      }, id)
    // A page that touches the address of the frame loses what it has asked for.
    expect(await outcome(page)).toMatchObject({ code: 4900 })
    expect(await wallet.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  test('ids of the frame are others at each load', async ({ host, page, stack, email }) => {
    const ids = async () => {
      await askToSign(host, email)
      await expect(approveButton(host)).toBeVisible()
      const wallet = page.frames().find((frame) => frame.url().startsWith(`${stack.origins.wallet}/frame`))
      return (
        (await wallet?.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))) ?? []
      ).filter((id) => id !== 'root')
    }
    const first = await ids()
    await host.reject()
    expect(first.length).toBeGreaterThan(0)
    await page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'connected')
    const params = [toHex('Again'), await host.address()]
    await startRequests(page, [{ method: 'personal_sign', params }])
    await expect(approveButton(host)).toBeVisible()
    const wallet = page.frames().find((frame) => frame.url().startsWith(`${stack.origins.wallet}/frame`))
    const second = await wallet?.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
    expect(first.filter((id) => second?.includes(id))).toEqual([])
  })

  test('the end of a long message has to be read', async ({ host, page, email }) => {
    await askToSign(host, email, `${'A line that says nothing.\n'.repeat(80)}I give away all that I have.`)
    await expect(host.frame.getByText('Read to the end')).toBeVisible()
    await expect(approveButton(host)).toHaveAttribute('data-armed', 'false')
    await host.frame.locator('[data-end]').evaluate((end) => end.scrollIntoView({ block: 'center' }))
    await expect(host.frame.getByText('Read to the end')).toBeHidden()
    await host.approve()
    expect((await outcome(page)).result).toMatch(/^0x[0-9a-f]{130}$/)
  })
})
