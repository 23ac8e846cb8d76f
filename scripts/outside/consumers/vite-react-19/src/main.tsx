import { LatchkeyProvider, useAccount, useLatchkey } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { latchkey } from './wallet.ts'

function Connect() {
  const { open } = useLatchkey()
  const { address } = useAccount()
  return (
    <button type="button" onClick={() => open()}>
      {address ?? 'Connect'}
    </button>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider config={latchkey.config}>
      <Connect />
    </LatchkeyProvider>
  </StrictMode>,
)
