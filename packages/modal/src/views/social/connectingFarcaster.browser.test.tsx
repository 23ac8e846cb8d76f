import { close, goBack, type IdentityAbility } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failing, never, pretendEmail } from '../../workbench/pretend/pretendConnectors.ts'
import { pretendFrame } from '../../workbench/pretend/pretendFrame.ts'
import { withSocials } from '../../workbench/pretend/withSocials.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'

const FARCASTER_URL = 'https://wallet.example/farcaster#flow'
let stage: Stage
const identity = {
  farcasterUrl: vi.fn<IdentityAbility['farcasterUrl']>(),
  promptFarcaster: vi.fn<IdentityAbility['promptFarcaster']>(),
  reload: vi.fn<IdentityAbility['reload']>(),
}
const account = () => stage.config.accounts.getState().byNamespace.eip155
const view = () => stage.config.router.getState().stack.at(-1)?.name

/** Ends what each test begins with. */
async function leave() {
  await expect.poll(() => identity.promptFarcaster.mock.calls.length).toBe(1)
  stage.modal.destroy()
  stage.config.destroy()
  await expect.poll(() => identity.reload.mock.calls.length).toBe(1)
  identity.reload.mockClear()
}

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await import('./SocialViews.tsx')
})
beforeEach(async () => {
  await page.viewport(1_280, 800)
  identity.farcasterUrl.mockReset().mockResolvedValue(FARCASTER_URL)
  identity.promptFarcaster.mockReset().mockImplementation(() => never())
  identity.reload.mockReset().mockResolvedValue()
  stage = await stageView('Connect', { connectors: [pretendEmail({ identity })], prepare: withSocials })
  await userEvent.click(page.getByRole('button', { name: 'Continue with Farcaster' }))
  await expect.poll(view).toBe('ConnectingFarcaster')
})
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

it('R2-18 leaves its place to the frame, and names the sign-in', async () => {
  await expect.poll(() => account()?.farcasterUrl).toBe(FARCASTER_URL)
  pretendFrame(stage.config, 'farcaster', 535)
  await expect.poll(() => stage.modal.frameLayer.hasAttribute('data-shown')).toBe(true)
})

it('R2-45 R2-46 leaving while not connected clears the url and loads the wallet anew', async () => {
  await expect.poll(() => account()?.farcasterUrl).toBe(FARCASTER_URL)
  const { signal } = identity.promptFarcaster.mock.lastCall?.[0] ?? {}
  goBack(stage.config)
  await expect.poll(() => identity.reload.mock.calls.length).toBe(1)
  expect(signal?.aborted).toBe(true)
  expect(account()?.farcasterUrl).toBeUndefined()
})

it('R2-45 R2-46 closing the modal leaves it too', async () => {
  await expect.poll(() => account()?.farcasterUrl).toBe(FARCASTER_URL)
  close(stage.config)
  await expect.poll(() => identity.reload.mock.calls.length).toBe(1)
})

it('does neither once somebody is connected', async () => {
  await leave()
  identity.promptFarcaster.mockResolvedValue()
  stage = await stageView('ConnectingFarcaster', { connectors: [pretendEmail({ identity })] })
  await expect.poll(() => stage.config.modal.getState().open).toBe(false)
  expect(account()).toMatchObject({ status: 'connected', socialProvider: 'farcaster' })
  expect(identity.reload).not.toHaveBeenCalled()
})

it('tells a failure, and tries again without loading the wallet anew', async () => {
  await leave()
  identity.farcasterUrl.mockImplementationOnce(() => failing(4122))
  stage = await stageView('ConnectingFarcaster', { connectors: [pretendEmail({ identity })] })
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => account()?.farcasterUrl).toBe(FARCASTER_URL)
  expect(identity.reload).not.toHaveBeenCalled()
})
