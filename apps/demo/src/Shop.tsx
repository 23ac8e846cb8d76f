import { createLatchkey, type Latchkey, localhost } from '@latchkey/sdk'
import {
  LatchkeyButton,
  LatchkeyProvider,
  useAccount,
  useDisconnect,
  useNetwork,
  useProvider,
} from '@latchkey/sdk/react'
import { type ReactElement, StrictMode, useState } from 'react'
import { demoRequests } from './demoRequests.ts'

type Services = Pick<
  Parameters<typeof createLatchkey>[0],
  'walletOrigin' | 'apiOrigin' | 'walletConnect' | 'defaultAccountTypes'
>

/** The shop's Latchkey, on a server and in a browser. */
export const shopLatchkey = (services: Services, url: string): Latchkey =>
  createLatchkey({
    projectId: 'demo',
    ...services,
    networks: [localhost],
    metadata: { name: 'Shop', description: 'A second demo host', url, icons: [] },
    themeMode: 'light',
  })

export const ShopPage = ({ latchkey }: { latchkey: Latchkey }): ReactElement => (
  <StrictMode>
    <LatchkeyProvider config={latchkey.config}>
      <Shop />
    </LatchkeyProvider>
  </StrictMode>
)

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
