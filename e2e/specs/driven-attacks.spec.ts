import type { Stack } from '../../scripts/stack/startStack.ts'
import { chainClient } from '../support/chainClient.ts'
import { type DrivenHost, expect, noFirefox, noWebkit, test } from '../support/driven.ts'
import {
  attackRequest,
  type FrameAttack,
  frameAttacks,
  isAttackable,
  isShown,
  type Stage,
  undo,
} from '../support/frameAttacks.ts'
import { isMoving } from '../support/isMoving.ts'

/** As WebDriver names them (section 17.4.2). */
const KEYS = { Space: ' ', Enter: '\uE007' } as const

/** ms. WebKit's driver takes the focus away to ask another document, and the button arms a second after it came back. */
const calm = { firefox: 900, webkit: 1_500 }

const stageOf = ({ page, frame, browser }: DrivenHost): Stage => ({
  rests: calm[browser],
  inPage: page.evaluate,
  inFrame: frame.evaluate,
  move: page.moveMouse,
  click: page.clickAt,
  key: (name) => page.pressKeys(KEYS[name]),
})

/** Does one thing to a request that is on the screen, and puts all back as it was. */
async function attack(host: DrivenHost, address: string, { act, request }: FrameAttack): Promise<void> {
  const stage = stageOf(host)
  await host.startRequest(attackRequest(request, address))
  await expect.poll(() => isAttackable(stage), { intervals: [50] }).toBe(true)
  // While the card comes, its place is not yet within the window.
  await host.page.waitUntil(`!(${isMoving})()`)
  await act(stage)
  await undo(stage)
  await expect(async () => {
    // What the attack has ended by itself has no such button any more.
    await host.page.click({ css: 'button', text: 'Close' }, { timeout: 1_000 }).catch(() => undefined)
    expect([4001, 4900]).toContain((await host.outcomeSoFar())?.code)
  }).toPass()
  await expect.poll(() => isShown(stage)).toBe(false)
}

type Attacked = { host: DrivenHost; stack: Stack; email: string; mode: 'auto' | 'frame' }

async function attackAll({ host, stack, email, mode }: Attacked): Promise<void> {
  await host.signIn(email)
  const address = (await host.address()) as `0x${string}`
  await stack.chain.setBalance(address, 10n ** 18n)
  await host.page.evaluate('void (window.open = () => null)')
  for (const one of frameAttacks)
    if (mode !== 'frame' || !(one.unseen || one.present))
      await test.step(one.name, () => attack(host, address, one))
  const chain = chainClient(stack)
  expect(await chain.getTransactionCount({ address })).toBe(0)
  if (mode === 'auto') return

  // It was not the wallet that could do nothing.
  await host.startRequest(attackRequest('transfer', address))
  await host.approve()
  expect((await host.outcome()).result).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await chain.getTransactionCount({ address })).toBe(1)
}

for (const mode of ['auto', 'frame'] as const)
  test.describe(`approvals: ${mode}`, () => {
    test.use({ world: { name: `arming-${mode}`, approvals: mode } })

    test.describe(() => {
      test.skip(noFirefox, 'There is no Firefox ESR on this machine.')
      test('in Firefox ESR nothing that the page does to the frame sends anything', async ({
        firefoxHost: host,
        stack,
        email,
      }) => {
        await attackAll({ host, stack, email, mode })
      })
    })

    test.describe(() => {
      test.skip(noWebkit, 'There is no WebKitWebDriver, or no Xvfb, on this machine.')
      test('in WebKitGTK nothing that the page does to the frame sends anything', async ({
        webkitHost: host,
        stack,
        email,
      }) => {
        await attackAll({ host, stack, email, mode })
      })
    })
  })
