import { createLatchkey, localhost } from '@latchkey/sdk'
import {
  LatchkeyButton,
  LatchkeyProvider,
  useAccount,
  useDisconnect,
  useNetwork,
  useProvider,
} from '@latchkey/sdk/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { demoRequests } from './demoRequests.ts'
import { demoOrigins, demoWalletConnect } from './stackAddresses.ts'

const latchkey = createLatchkey({
  projectId: 'demo',
  ...demoOrigins(),
  networks: [localhost],
  walletConnect: demoWalletConnect(),
  metadata: { name: 'Shop', description: 'A second demo host', url: location.origin, icons: [] },
  themeMode: 'light',
})

function Shop() {
  const { address, isConnected } = useAccount()
  const { network } = useNetwork()
  const provider = useProvider()
  const disconnect = useDisconnect()
  const [result, setResult] = useState('Nothing yet.')
  const sign = async () => {
    setResult('Waiting for the wallet…')
    try {
      setResult(String(await provider.request(demoRequests(address ?? '').message)))
    } catch (error) {
      setResult((error as Error).message)
    }
  }
  return (
    <>
      <header>
        <strong>Corner shop</strong>
        <LatchkeyButton />
      </header>
      <main>
        <h1>A second site, with React</h1>
        <p data-testid="address">{address ?? 'Not connected'}</p>
        <p>{network?.name}</p>
        <section aria-label="Try the wallet">
          <button type="button" onClick={sign} disabled={!isConnected}>
            Sign a message
          </button>
          <button type="button" onClick={() => void disconnect()} disabled={!isConnected}>
            Sign out
          </button>
        </section>
        <section aria-label="Last result">
          <output data-testid="result">{result}</output>
        </section>
      </main>
    </>
  )
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <LatchkeyProvider config={latchkey.config}>
        <Shop />
      </LatchkeyProvider>
    </StrictMode>,
  )
