import { socialName } from 'latchkey/headless'
import { LatchkeyProvider, useConnectFlow, useDisconnect } from 'latchkey/react'
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { renderSVG } from 'uqr'
import './page.css'
import { latchkey } from './wallet.ts'

const ENDED = { declined: 'You said no.', pending: 'Your wallet waits.', failed: 'That did not work.' }

/** A connect screen that the page draws itself: every way to connect, how it goes, and how to leave. */
function ConnectScreen() {
  const flow = useConnectFlow()
  const disconnect = useDisconnect()
  const { step } = flow
  if (step.name === 'choose') return <Ways {...flow} />
  if (step.name === 'connected') return <Press label={`Disconnect ${step.address}`} onPress={disconnect} />
  return (
    <>
      {step.name === 'wallet' ? <p role="status">Answer in {step.wallet.name}.</p> : null}
      {step.name === 'email' ? <p role="status">Sending a code to {step.email}…</p> : null}
      {step.name === 'social' ? <p role="status">Go on at {socialName(step.provider)}.</p> : null}
      {step.name === 'walletScreen' ? <p role="status">Go on in the wallet’s own window.</p> : null}
      {step.name === 'pairing' && step.uri ? <Code uri={step.uri} /> : null}
      {step.name === 'pairing' && step.links[0] ? <a {...step.links[0]}>Open {step.wallet?.name}</a> : null}
      {step.name === 'ended' ? <p role="alert">{ENDED[step.reason]}</p> : null}
      {step.name === 'ended' ? <Press label="Try again" onPress={flow.retry} /> : null}
      <Press label="Back" onPress={flow.back} />
    </>
  )
}

function Ways({ email, socials, passkeys, wallets, ...flow }: ReturnType<typeof useConnectFlow>) {
  return (
    <>
      {email ? (
        <form action={(form) => flow.signInWithEmail(String(form.get('email')))} onFocus={flow.prepare}>
          <input name="email" type="email" aria-label="E-mail" className="wide" />
          <button type="submit">Send a code</button>
        </form>
      ) : null}
      {socials.map((one) => (
        <Press key={one} label={socialName(one)} onPress={() => flow.signInWithSocial(one)} />
      ))}
      {passkeys ? <Press label="Passkey" onPress={flow.signInWithPasskey} /> : null}
      {wallets.map((wallet) => (
        <Press key={wallet.key} label={wallet.name} onPress={() => flow.connect(wallet)} />
      ))}
    </>
  )
}

const Code = ({ uri }: { uri: string }) => (
  <img alt="Scan with your wallet" src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`} />
)

const Press = ({ label, onPress }: { label: string; onPress: () => unknown }) => (
  <button type="button" onClick={() => void onPress()}>
    {label}
  </button>
)

function Page() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <LatchkeyProvider config={latchkey.config}>
      <Press label="Connect" onPress={() => dialog.current?.showModal()} />
      <dialog ref={dialog} aria-label="Wallets">
        <ConnectScreen />
      </dialog>
    </LatchkeyProvider>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<Page />)
