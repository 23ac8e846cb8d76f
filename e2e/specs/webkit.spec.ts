import { verifyMessage } from 'ethers'
import { expect, noWebkit, test } from '../support/driven.ts'
import { toHex } from '../support/provider.ts'

test.skip(noWebkit, 'There is no WebKitWebDriver, or no Xvfb, on this machine.')

const message = 'Welcome to Harbour. This is a message to sign.'

/** WebKitGTK stands in for Safari. It has no IntersectionObserver v2. */
for (const mode of ['auto', 'frame'] as const)
  test.describe(`approvals: ${mode}`, () => {
    test.use({ world: { name: `arming-${mode}`, approvals: mode } })

    test('in WebKitGTK a visitor signs in by e-mail, signs a message, and is still connected after a reload', async ({
      webkitHost: host,
      email,
    }) => {
      await host.signIn(email)
      const address = await host.address()
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

      await host.startRequest({ method: 'personal_sign', params: [toHex(message), address] })
      await (mode === 'frame' ? host.approve() : host.approveInWindow())
      expect(verifyMessage(message, String((await host.outcome()).result))).toBe(address)

      await host.page.reload()
      await host.page.waitFor('button[data-state="connected"]')
      expect(await host.address()).toBe(address)
    })
  })
