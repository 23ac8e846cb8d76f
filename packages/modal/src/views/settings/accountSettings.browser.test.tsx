import { reset } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { pretendEmail } from '../../workbench/pretend/pretendConnectors.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

withoutMotion()

let stage: Stage
const view = () => stage.config.router.getState().stack.at(-1)?.name
const start = async () => {
  stage = await stageView('Account', { connectors: [pretendEmail({ identity: {} })], prepare: signedIn })
  await userEvent.click(page.getByRole('button', { name: 'Settings' }))
  await expect.poll(view).toBe('AccountSettings')
}

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await import('./SettingsViews.tsx')
  await import('../account/AccountView.tsx')
  await import('../networks/NetworkViews.tsx')
})
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

describe('the settings', () => {
  it('lead to the wallet’s own page, in a tab that knows nothing of this one', async () => {
    await start()
    const link = page.getByRole('link', { name: /^Security and devices/ })
    await expect.element(link).toHaveAttribute('href', 'https://wallet.example/account?projectId=workbench')
    await expect.element(link).toHaveAttribute('target', '_blank')
    expect(link.element().getAttribute('rel')).toMatch(/noopener/)
  })

  it('lead to the wallet’s own page for another e-mail address too', async () => {
    await start()
    const link = page.getByRole('link', { name: /^Change e-mail/ })
    await expect.element(link).toHaveAttribute('href', 'https://wallet.example/account?projectId=workbench')
    await expect.element(link).toHaveAttribute('target', '_blank')
  })

  it.each(['UpdateEmailWallet', 'UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp'])(
    'attack: a page that opens %s gets the account, and no field for an address or a code',
    async (name) => {
      await start()
      reset(stage.config, { name })
      await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
      expect(page.getByRole('textbox').elements()).toEqual([])
      expect(stage.modal.frameLayer.hasAttribute('data-shown')).toBe(false)
    },
  )

  it('are not there for a wallet that has no identity', async () => {
    stage = await stageView('Account', { prepare: signedIn })
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Settings' }).elements()).toEqual([])
  })

  it('lead to the networks, and sign out', async () => {
    await start()
    await userEvent.click(page.getByRole('button', { name: /^Network/ }))
    await expect.poll(view).toBe('Networks')
    await userEvent.click(page.getByRole('button', { name: 'Back' }))
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }))
    await expect.poll(() => stage.config.accounts.getState().byNamespace.eip155?.status).toBe('disconnected')
  })
})
