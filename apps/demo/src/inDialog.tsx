import { createLatchkey, localhost } from '@latchkey/sdk'
import { LatchkeyProvider, useAccount, useLatchkey } from '@latchkey/sdk/react'
import * as Dialog from '@radix-ui/react-dialog'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { demoAccountTypes } from './demoAccountTypes.ts'
import { demoOrigins, demoWalletConnect } from './stackAddresses.ts'

const latchkey = createLatchkey({
  projectId: 'demo',
  ...demoOrigins(),
  ...demoAccountTypes(),
  networks: [localhost],
  walletConnect: demoWalletConnect(),
  metadata: { name: 'Harbour', description: 'A demo host', url: location.origin, icons: [] },
})

/** The page's own modal dialog stays open while the wallet's is over it. */
function Checkout() {
  const { open } = useLatchkey()
  const { address } = useAccount()
  return (
    <main>
      <h1>A page with a dialog of its own</h1>
      <Dialog.Root>
        <Dialog.Trigger asChild>
          <button type="button">Check out</button>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="overlay" />
          <Dialog.Content className="dialog" aria-describedby={undefined}>
            <Dialog.Title>Check out</Dialog.Title>
            <p data-testid="address">{address ?? 'Not connected'}</p>
            <button type="button" onClick={() => open()}>
              Pay with a wallet
            </button>
            <Dialog.Close asChild>
              <button type="button">Leave</button>
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </main>
  )
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <LatchkeyProvider config={latchkey.config}>
        <Checkout />
      </LatchkeyProvider>
    </StrictMode>,
  )
