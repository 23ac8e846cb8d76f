import { expect, it } from 'vitest'

// Nothing of the modal is imported with this file: what is loaded, and when, is what is tested.
it('R2-25 R2-26 the views of e-mail and of social login are loaded where each is enabled, and not before', async () => {
  performance.setResourceTimingBufferSize(5_000)
  const loaded = (part: string) =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.includes(`/packages/modal/src/views/${part}`))
  const { page, userEvent } = await import('vitest/browser')
  const { pretendEmail } = await import('../workbench/pretend/pretendConnectors.ts')
  const { pairingConnector } = await import('../workbench/pretend/sampleExtensions.ts')
  const { stageView } = await import('../workbench/stageView.ts')
  const stage = await stageView('Connect', {
    connectors: [pretendEmail({ identity: {} }), pairingConnector()],
    prepare: (config) => config.features.setState({ email: false, socials: false }),
  })
  await expect.element(page.getByRole('button', { name: /^WalletConnect/ })).toBeVisible()
  expect(loaded('connect/ConnectView')).toHaveLength(1)
  // Another part, asked for last, has come: what was asked for before it would be there.
  await import('./networks/NetworkViews.tsx')
  expect([...loaded('social/SocialViews'), ...loaded('signIn/')]).toEqual([])

  stage.config.features.setState({ socials: ['x'] })
  await expect.element(page.getByRole('button', { name: 'Continue with X' })).toBeVisible()
  expect(loaded('social/SocialViews')).toHaveLength(1)
  expect(loaded('signIn/')).toEqual([])

  stage.config.features.setState({ email: true })
  await userEvent.fill(page.getByRole('textbox'), 'ada@example.com')
  await userEvent.click(page.getByRole('button', { name: 'Send code' }))
  await expect.poll(() => loaded('signIn/EmailVerifyOtpView')).toHaveLength(1)
  stage.modal.destroy()
  stage.config.destroy()
})
