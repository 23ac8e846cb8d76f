import { createLatchkey, localhost } from '@latchkey/sdk'
import { serviceSiwx } from '@latchkey/siwx'
import { demoAccountTypes } from './demoAccountTypes.ts'
import { demoOrigins, demoWalletConnect } from './stackAddresses.ts'

const { apiOrigin, walletOrigin } = demoOrigins()
/** `?required=false`: signing in is an offer. */
const required = new URLSearchParams(location.search).get('required') !== 'false'
const siwx = serviceSiwx({
  apiOrigin,
  projectId: 'demo',
  required,
  statement: 'Sign in to the members pages of Harbour.',
})
const latchkey = createLatchkey({
  projectId: 'demo',
  apiOrigin,
  walletOrigin,
  ...demoAccountTypes(),
  networks: [localhost],
  walletConnect: demoWalletConnect(),
  siwx,
  metadata: { name: 'Harbour', description: 'A demo host', url: location.origin, icons: [] },
  themeMode: 'auto',
})

const output = document.querySelector<HTMLOutputElement>('#session')

/** Says who is signed in, as the plug-in tells. */
async function show(): Promise<void> {
  if (!output) return
  const { address } = latchkey.getState()
  const sessions = address ? await siwx.getSessions('eip155:31337', address) : []
  const isSignedIn = sessions.length > 0
  output.dataset.state = isSignedIn ? 'signedIn' : address ? 'connected' : 'none'
  output.textContent = isSignedIn
    ? `Signed in as ${address}.`
    : address
      ? `Connected as ${address}, not signed in.`
      : 'Nobody is signed in.'
}

latchkey.subscribe(() => void show())
void show()
