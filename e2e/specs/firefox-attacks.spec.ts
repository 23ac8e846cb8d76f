import { chainClient } from '../support/chainClient.ts'
import { expect, type FirefoxHost, noFirefox, test } from '../support/firefox.ts'
import {
  attackRequest,
  type FrameAttack,
  frameAttacks,
  isAttackable,
  type Stage,
  undo,
} from '../support/frameAttacks.ts'

test.skip(noFirefox, 'There is no Firefox ESR on this machine.')

/** As WebDriver names them (section 17.4.2). */
const KEYS = { Space: ' ', Enter: '\uE007' } as const

const stageOf = ({ page, frame }: FirefoxHost): Stage => ({
  inPage: page.evaluate,
  inFrame: frame.evaluate,
  move: page.moveMouse,
  click: page.clickAt,
  key: (name) => page.press(KEYS[name]),
})

/** Does one thing to a request that is on the screen, and puts all back as it was. */
async function attack(host: FirefoxHost, address: string, { act, request }: FrameAttack): Promise<void> {
  const stage = stageOf(host)
  await host.startRequest(attackRequest(request, address))
  await expect.poll(() => isAttackable(stage), { intervals: [50] }).toBe(true)
  await act(stage)
  await undo(stage)
  const close = { css: 'button', text: 'Close' }
  await host.page.waitFor(close, { timeout: 3_000 }).then(
    () => host.page.click(close),
    () => undefined,
  )
  expect([4001, 4900]).toContain((await host.outcome()).code)
}

for (const mode of ['auto', 'frame'] as const)
  test.describe(`approvals: ${mode}`, () => {
    test.use({ world: { name: `arming-${mode}`, approvals: mode } })
    test('in Firefox ESR nothing that the page does to the frame sends anything', async ({
      firefoxHost: host,
      stack,
      email,
    }) => {
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
    })
  })
