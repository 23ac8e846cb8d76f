import { useConnectFlow, useDisconnect, useNetwork } from 'latchkey/react'
import { type SyntheticEvent, useState } from 'react'
import { renderSVG } from 'uqr'

const ENDED = { declined: 'You said no.', pending: 'Your wallet waits.', failed: 'That did not work.' }
type Flow = ReturnType<typeof useConnectFlow>

/** A connect screen that the page draws itself: every way to connect, how it goes, and how to leave. */
export function ConnectScreen() {
  const flow = useConnectFlow()
  const { step } = flow
  if (step.name === 'choose') return <Ways {...flow} />
  if (step.name === 'connected') return <Connected address={step.address} />
  return (
    <>
      {step.name === 'wallet' ? <p role="status">Answer in {step.wallet.name}.</p> : null}
      {step.name === 'email' ? <p role="status">Sending a code to {step.email}…</p> : null}
      {step.name === 'social' ? <p role="status">Go on in the window of {step.provider}.</p> : null}
      {step.name === 'walletScreen' ? <p role="status">Go on in the wallet’s own window.</p> : null}
      {step.name === 'pairing' && step.uri ? <Code uri={step.uri} /> : null}
      {step.name === 'pairing' && step.links[0] ? <a {...step.links[0]}>Open {step.wallet?.name}</a> : null}
      {step.name === 'ended' ? <p role="alert">{ENDED[step.reason]}</p> : null}
      {step.name === 'ended' ? <Press label="Try again" onPress={flow.retry} /> : null}
      <Press label="Back" onPress={flow.back} />
    </>
  )
}

function Ways({ wallets, email, socials, passkeys, ...flow }: Flow) {
  const [address, setAddress] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void flow.signInWithEmail(address)
  }
  return (
    <>
      {email ? (
        <form onSubmit={submit} onFocus={flow.prepare} onChange={(event) => setAddress(textOf(event))}>
          <input type="email" aria-label="E-mail" className="wide" />
          <button type="submit">Send a code</button>
        </form>
      ) : null}
      {socials.map((one) => (
        <Press key={one} label={one} onPress={() => void flow.signInWithSocial(one)} />
      ))}
      {passkeys ? <Press label="Passkey" onPress={flow.signInWithPasskey} /> : null}
      {wallets.map((wallet) => (
        <Press key={wallet.key} label={wallet.name} onPress={() => void flow.connect(wallet)} />
      ))}
    </>
  )
}

function Connected({ address }: { address: string }) {
  const { networks, caipNetworkId, switchNetwork } = useNetwork()
  const disconnect = useDisconnect()
  return (
    <>
      <p>{address}</p>
      {networks
        .filter((network) => network.caipNetworkId !== caipNetworkId)
        .map(({ caipNetworkId: id, name }) => (
          <Press key={id} label={name} onPress={() => void switchNetwork(id).catch(console.warn)} />
        ))}
      <Press label="Disconnect" onPress={() => void disconnect()} />
    </>
  )
}

const textOf = ({ target }: SyntheticEvent) => (target as HTMLInputElement).value

const Code = ({ uri }: { uri: string }) => (
  <img alt="Scan with your wallet" src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`} />
)

const Press = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <button type="button" onClick={onPress}>
    {label}
  </button>
)
