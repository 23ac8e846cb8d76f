import type { AccountState, Config } from '@latchkey/core'
import { SAMPLE_ADDRESS } from './pretendConnectors.ts'

/** Makes an account be there, with what is known of it. */
export function signedIn(config: Config, known: Partial<AccountState> = {}): void {
  const { activeId } = config.networks.getState()
  config.accounts.setState({
    byNamespace: {
      eip155: {
        status: 'connected',
        address: SAMPLE_ADDRESS,
        caipAddress: `${activeId}:${SAMPLE_ADDRESS}`,
        allAccounts: [{ namespace: 'eip155', address: SAMPLE_ADDRESS, type: 'eoa' }],
        connectorId: 'embedded',
        user: { email: 'a•••@example.com' },
        ...known,
      },
    },
  })
}
