import { describe, expect, it } from 'vitest'
import type { ConfigParameters } from '../interfaces/Config.ts'
import { currentView } from '../modal/open.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'
import { isSupported, watchConnectors } from './watchConnectors.ts'

/** A connected page whose wallet then switches to a network. */
async function switched(
  caipNetworkId: 'eip155:8453' | 'eip155:99',
  parameters: Partial<ConfigParameters> = {},
) {
  const { config, wallet } = testConfig(parameters)
  const stop = watchConnectors(config)
  await connectFake(wallet, connect(config, { connectorId: 'fake' }))
  wallet.context.emitter.emit('change', { caipNetworkId })
  return { config, wallet, stop }
}
const shown = ({ config }: Awaited<ReturnType<typeof switched>>) =>
  config.modal.getState().open ? currentView(config.router.getState()).name : 'nothing'

describe('a wallet switches by itself', () => {
  it.each([
    ['R4-78 outside the list', 'eip155:99', {}, 'UnsupportedChain'],
    ['within the list', 'eip155:8453', {}, 'nothing'],
    ['R4-79 switching is disabled', 'eip155:99', { enableNetworkSwitch: false }, 'nothing'],
    ['R4-80 unsupported networks are allowed', 'eip155:99', { allowUnsupportedChain: true }, 'nothing'],
    ['R4-81 WalletConnect is in basic mode', 'eip155:99', { basic: true }, 'nothing'],
  ] as const)('%s', async (_rule, caipNetworkId, parameters, view) => {
    const made = await switched(caipNetworkId, parameters)
    expect(shown(made)).toBe(view)
    expect(made.config.networks.getState().activeId).toBe(caipNetworkId)
    made.stop()
  })
  it('and back: the view goes', async () => {
    const made = await switched('eip155:99')
    made.wallet.context.emitter.emit('change', { caipNetworkId: 'eip155:1' })
    expect(shown(made)).toBe('nothing')
    made.stop()
  })
  it('R4-76 R4-77 says what is supported', async () => {
    const made = await switched('eip155:99')
    expect(isSupported(made.config, 'eip155:99')).toBe(false)
    expect(isSupported(made.config, 'eip155:1')).toBe(true)
    expect(isSupported(testConfig({ allowUnsupportedChain: true }).config, 'eip155:99')).toBe(true)
    made.stop()
  })
})
