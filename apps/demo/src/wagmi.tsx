import { localhost as localNetwork } from '@latchkey/sdk'
import { latchkey } from '@latchkey/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { defineChain, parseEther } from 'viem'
import {
  createConfig,
  http,
  useCallsStatus,
  useConnect,
  useConnection,
  useDisconnect,
  useSendCalls,
  useSignMessage,
  WagmiProvider,
} from 'wagmi'
import { demoAccountTypes } from './demoAccountTypes.ts'
import { demoOrigins, demoWalletConnect } from './stackAddresses.ts'

/** Anvil's second account: anyone knows its key. */
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const twoPayments = [parseEther('0.001'), parseEther('0.002')].map(
  (value) => ({ to: RECIPIENT, value }) as const,
)

const local = defineChain({ ...localNetwork, id: 31337, rpcUrls: { default: { http: ['/'] } } })
const connector = latchkey({
  projectId: 'demo',
  ...demoOrigins(),
  ...demoAccountTypes(),
  networks: [localNetwork],
  walletConnect: demoWalletConnect(),
  metadata: { name: 'Harbour', description: 'A demo host', url: location.origin, icons: [] },
})
const config = createConfig({ chains: [local], connectors: [connector], transports: { [local.id]: http() } })

/** Several calls in one request (EIP-5792), and what became of them. */
function Calls() {
  const { mutate: sendCalls, data, error } = useSendCalls()
  const { data: status } = useCallsStatus({
    id: data?.id ?? '',
    query: {
      enabled: data !== undefined,
      refetchInterval: ({ state }) => (state.data?.status === 'pending' || !state.data ? 500 : false),
    },
  })
  return (
    <>
      <button type="button" onClick={() => sendCalls({ calls: twoPayments })}>
        Send two payments
      </button>
      <output data-testid="calls">{error?.message ?? status?.status ?? 'Nothing was sent.'}</output>
    </>
  )
}

function Page() {
  const { address, status } = useConnection()
  const { mutate: connect } = useConnect()
  const { mutate: disconnect } = useDisconnect()
  const { mutate: signMessage, data, error } = useSignMessage()
  const [first] = config.connectors
  return (
    <main>
      <h1>A page on wagmi</h1>
      <p data-testid="address" data-status={status}>
        {address ?? 'Not connected'}
      </p>
      <button type="button" onClick={() => first && connect({ connector: first })}>
        Connect
      </button>
      <button type="button" onClick={() => signMessage({ message: 'Hello from wagmi' })}>
        Sign a message
      </button>
      <button type="button" onClick={() => disconnect()}>
        Disconnect
      </button>
      <Calls />
      <output data-testid="result">{data ?? error?.message ?? 'Nothing yet.'}</output>
    </main>
  )
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>
          <Page />
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
