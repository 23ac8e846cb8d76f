import { LatchkeyProvider } from 'latchkey/react'
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { ConnectScreen } from './ConnectScreen.tsx'
import './page.css'
import { latchkey } from './wallet.ts'

function Page() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Connect
      </button>
      <dialog ref={dialog} aria-label="Wallets">
        <ConnectScreen />
      </dialog>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <LatchkeyProvider config={latchkey.config}>
    <Page />
  </LatchkeyProvider>,
)
