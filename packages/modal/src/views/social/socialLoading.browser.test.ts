import { expect, it } from 'vitest'

// Nothing of the modal is imported with this file: what is loaded, and when, is what is tested.
it('R2-26 the views of social login are loaded where it is enabled, and not before', async () => {
  performance.setResourceTimingBufferSize(5_000)
  const loaded = () =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.includes('/packages/modal/src/views/'))
  const { page } = await import('vitest/browser')
  const { pretendEmail } = await import('../../workbench/pretend/pretendConnectors.ts')
  const { stageView } = await import('../../workbench/stageView.ts')
  const stage = await stageView('Connect', {
    connectors: [pretendEmail({ identity: {} })],
    prepare: (config) => config.features.setState({ email: true, socials: false }),
  })
  await expect.element(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  expect(loaded()).toContainEqual(expect.stringContaining('/connect/ConnectView.tsx'))
  // Another part, asked for last, has come: what was asked for before it would be there.
  await import('../networks/NetworkViews.tsx')
  expect(loaded().filter((path) => path.includes('SocialViews'))).toEqual([])

  stage.config.features.setState({ socials: ['x'] })
  await expect.element(page.getByRole('button', { name: 'Continue with X' })).toBeVisible()
  expect(loaded()).toContainEqual(expect.stringContaining('/social/SocialViews.tsx'))
  stage.modal.destroy()
  stage.config.destroy()
})
