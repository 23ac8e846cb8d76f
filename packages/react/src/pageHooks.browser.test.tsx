import {
  type Config,
  type ConnectResult,
  connect,
  createConfig,
  createConnector,
  createStorage,
} from '@latchkey/core'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import {
  LatchkeyProvider,
  useBalance,
  useEvents,
  useSendTransaction,
  useSignMessage,
  useTheme,
  useWalletInfo,
} from './hooks.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SESSION: ConnectResult = {
  accounts: [{ namespace: 'eip155', address: ADDRESS, type: 'eoa' }],
  caipNetworkId: 'eip155:1',
}

/** A connected wallet behind a provider that refuses to send and signs all else. */
function makeConfig(): Config {
  return createConfig({
    projectId: 'test',
    networks: [
      {
        id: 1,
        name: 'Ethereum',
        caipNetworkId: 'eip155:1',
        chainNamespace: 'eip155',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      },
    ],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example' },
    storage: createStorage(() => undefined),
    adapters: [
      () => ({
        namespace: 'eip155',
        isAddress: () => true,
        getBalance: async () => '2.5',
        createProvider: () => {
          const provider = {
            async request({ method }: { method: string }) {
              if (method === 'eth_accounts') return [ADDRESS]
              if (method === 'personal_sign') return '0x5161'
              throw Object.assign(new Error('Declined'), { code: 4001 })
            },
          }
          return provider as Config['provider']
        },
      }),
    ],
    connectors: [
      createConnector(() => ({
        id: 'test',
        name: 'Test wallet',
        type: 'EXTERNAL',
        namespaces: ['eip155'],
        connect: async () => SESSION,
        reconnect: async () => SESSION,
        disconnect: async () => undefined,
        request: async () => '0x',
      })),
    ],
  })
}

function Probe({ heard }: { heard: string[] }) {
  const { balance, symbol, refreshBalance } = useBalance()
  const { name } = useWalletInfo()
  const { themeMode, setTheme } = useTheme()
  const { signMessage, data, isPending } = useSignMessage()
  const { sendTransaction, error } = useSendTransaction()
  useEvents(({ type }) => void heard.push(type))
  return (
    <>
      <p data-testid="state">
        {[balance ?? 'unknown', symbol ?? '-', name ?? 'none', themeMode, data ?? 'unsigned', isPending].join(
          ' ',
        )}
      </p>
      <p data-testid="error">{error instanceof Error ? error.message : 'none'}</p>
      <button type="button" onClick={() => void refreshBalance()}>
        balance
      </button>
      <button type="button" onClick={() => setTheme({ themeMode: 'light' })}>
        light
      </button>
      <button type="button" onClick={() => void signMessage({ message: 'Hello' })}>
        sign
      </button>
      <button type="button" onClick={() => void sendTransaction({ to: ADDRESS }).catch(() => undefined)}>
        send
      </button>
    </>
  )
}

it('balance, wallet, theme, signing and sending show where they stand', async () => {
  const config = makeConfig()
  const heard: string[] = []
  const screen = await render(
    <LatchkeyProvider config={config}>
      <Probe heard={heard} />
    </LatchkeyProvider>,
  )
  const state = screen.getByTestId('state')
  await expect.element(state).toHaveTextContent('unknown - none dark unsigned false')
  await connect(config, { connectorId: 'test' })
  await expect.element(state).toHaveTextContent('unknown - Test wallet dark unsigned false')
  await screen.getByRole('button', { name: 'balance' }).click()
  await screen.getByRole('button', { name: 'light' }).click()
  await screen.getByRole('button', { name: 'sign' }).click()
  await expect.element(state).toHaveTextContent('2.5 ETH Test wallet light 0x5161 false')
  await screen.getByRole('button', { name: 'send' }).click()
  await expect.element(screen.getByTestId('error')).toHaveTextContent('Declined')
  expect(heard).toEqual(['connect', 'themeChange'])
  await screen.unmount()
  config.modal.setState({ open: true })
  expect(heard).toEqual(['connect', 'themeChange'])
})
