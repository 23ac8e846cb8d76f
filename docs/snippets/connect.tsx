import { LatchkeyProvider, useAccount, useDisconnect, useLatchkey } from 'latchkey/react'
import { latchkey } from './wallet.ts'

function Connect() {
  const { open } = useLatchkey()
  const { address, isConnected } = useAccount()
  const disconnect = useDisconnect()
  if (!isConnected)
    return (
      <button type="button" onClick={() => open()}>
        Connect
      </button>
    )
  return (
    <button type="button" onClick={() => disconnect()}>
      Disconnect {address}
    </button>
  )
}

export const App = () => (
  <LatchkeyProvider config={latchkey.config}>
    <Connect />
  </LatchkeyProvider>
)
