import { localhost as localNetwork } from '@latchkey/sdk'
import { latchkey } from '@latchkey/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { defineChain } from 'viem'
import {
  createConfig,
  http,
  useConnect,
  useConnection,
  useDisconnect,
  useSignMessage,
  WagmiProvider,
} from 'wagmi'
import { demoOrigins, demoWalletConnect } from './stackAddresses.ts'

const local = defineChain({ ...localNetwork, id: 31337, rpcUrls: { default: { http: ['/'] } } })
const connector = latchkey({
  projectId: 'demo',
  ...demoOrigins(),
  networks: [localNetwork],
  walletConnect: demoWalletConnect(),
  metadata: { name: 'Harbour', description: 'A demo host', url: location.origin, icons: [] },
})
const config = createConfig({ chains: [local], connectors: [connector], transports: { [local.id]: http() } })

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
