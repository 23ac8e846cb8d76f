import { base, localhost } from '@latchkey/chain-evm'
import { LatchkeyProvider, useDisconnect, useNetwork } from '@latchkey/react'
import { useConnectFlow } from '@latchkey/react/connectFlow'
import { createMockInjectedWallet } from '@latchkey/testing/injected'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { createLatchkey } from './createLatchkey.ts'

const stops: (() => void)[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop()
})

/** What a page draws by itself of its wallets and of where connecting stands. */
function Screen() {
  const { step, wallets, connect, retry } = useConnectFlow()
  const { caipNetworkId, switchNetwork } = useNetwork()
  const disconnect = useDisconnect()
  return (
    <>
      <p data-testid="step">
        {step.name} {step.name === 'ended' ? step.reason : step.name === 'connected' ? caipNetworkId : ''}
      </p>
      {wallets.map((wallet) => (
        <button key={wallet.key} type="button" onClick={() => void connect(wallet)}>
          {wallet.name}
        </button>
      ))}
      <button type="button" onClick={retry}>
        Again
      </button>
      <button type="button" onClick={() => void switchNetwork('eip155:8453')}>
        Base
      </button>
      <button type="button" onClick={() => void disconnect()}>
        Leave
      </button>
    </>
  )
}

it('a page that draws its own screen connects, switches and disconnects, and no modal is made', async () => {
  const wallet = createMockInjectedWallet({ name: 'Aurora', chains: [8453] })
  const latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'http://127.0.0.1:9',
    networks: [localhost, base],
    // Nor is one drawn in idle time.
    preload: 'none',
  })
  stops.push(wallet.remove, latchkey.destroy)
  const screen = await render(
    <LatchkeyProvider config={latchkey.config}>
      <Screen />
    </LatchkeyProvider>,
  )
  const step = screen.getByTestId('step')
  const press = (name: string) => screen.getByRole('button', { name }).click()
  await expect.element(step).toHaveTextContent('choose')
  wallet.rejectNext('eth_requestAccounts')
  await press('Aurora')
  await expect.element(step).toHaveTextContent('ended declined')
  await press('Again')
  await expect.element(step).toHaveTextContent('connected eip155:31337')
  await press('Base')
  await expect.element(step).toHaveTextContent('connected eip155:8453')
  await press('Leave')
  await expect.element(step).toHaveTextContent('choose')
  expect(document.querySelector('latchkey-modal')).toBeNull()
  await screen.unmount()
})
