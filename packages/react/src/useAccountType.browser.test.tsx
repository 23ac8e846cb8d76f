import { connect, createConfig, createConnector, createStorage, type Network } from '@latchkey/core'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { LatchkeyProvider, useAccount, useAccountType } from './hooks.ts'

const SMART = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PLAIN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ethereum: Network = {
  id: 1,
  name: 'Ethereum',
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

function Probe() {
  const { address } = useAccount()
  const { accountType, isDeployed, setAccountType } = useAccountType()
  return (
    <>
      <p data-testid="state">
        {[accountType ?? 'none', isDeployed ?? 'unknown', address ?? 'none'].join(' ')}
      </p>
      <button type="button" onClick={() => void setAccountType('eoa')}>
        plain
      </button>
    </>
  )
}

it('R3-11 R3-12 tells the kind of account, and changes it', async () => {
  const config = createConfig({
    projectId: 'test',
    networks: [ethereum],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example' },
    storage: createStorage(() => undefined),
    connectors: [
      createConnector(() => ({
        id: 'test',
        name: 'Test',
        type: 'AUTH',
        namespaces: ['eip155'],
        connect: async () => ({
          accounts: [
            { namespace: 'eip155', address: SMART, type: 'smartAccount' },
            { namespace: 'eip155', address: PLAIN, type: 'eoa' },
          ],
          caipNetworkId: 'eip155:1',
          preferredAccountType: 'smartAccount',
          smartAccountDeployed: true,
        }),
        reconnect: async () => undefined,
        disconnect: async () => undefined,
        request: async () => '0x',
        setPreferredAccountType: async (type) => ({ type, address: PLAIN }),
      })),
    ],
  })
  const screen = await render(
    <LatchkeyProvider config={config}>
      <Probe />
    </LatchkeyProvider>,
  )
  const state = screen.getByTestId('state')
  await expect.element(state).toHaveTextContent('none unknown none')
  await connect(config, { connectorId: 'test' })
  await expect.element(state).toHaveTextContent(`smartAccount true ${SMART}`)
  await screen.getByRole('button', { name: 'plain' }).click()
  await expect.element(state).toHaveTextContent(`eoa true ${PLAIN}`)
})
