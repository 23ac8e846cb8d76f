import { afterEach, describe, expect, it, vi } from 'vitest'
import { testConfig } from '../testing/testConfig.ts'
import { currentView, open } from './open.ts'

afterEach(() => void vi.restoreAllMocks())

/** A browser on a phone says so in its user agent. */
const onPhone = () =>
  vi
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')

describe('opening on a phone', () => {
  it.each([
    ['R2-35 without adapters', { adapters: [] }, 'AllWallets'],
    ['R2-37 with a WalletConnect session of the page', { manualWCControl: true }, 'AllWallets'],
    ['R2-35 in basic mode', { basic: true }, 'AllWallets'],
    ['with adapters', {}, 'Connect'],
  ])('%s', (_rule, parameters, view) => {
    onPhone()
    const { config } = testConfig(parameters)
    open(config)
    expect(currentView(config.router.getState()).name).toBe(view)
  })
})

it('a button may call it with its event', () => {
  const { config } = testConfig({ basic: true })
  const button = document.createElement('button')
  button.addEventListener('click', (event) => open(config, event as never))
  button.dispatchEvent(new MouseEvent('click', { view: window }))
  expect(config.router.getState().stack).toEqual([{ name: 'ConnectingWalletConnectBasic' }])
})
