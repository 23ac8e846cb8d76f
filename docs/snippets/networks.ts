import { createLatchkey } from 'latchkey'
import { base, mainnet, optimism } from 'latchkey/networks'

export const latchkey = createLatchkey({
  projectId: 'shop',
  walletOrigin: 'https://wallet.example.net',
  apiOrigin: 'https://api.example.net',
  networks: [base, mainnet],
  defaultNetwork: base,
})

await latchkey.addNetwork(optimism) // lists it, or replaces the one of its id
await latchkey.switchNetwork('eip155:10') // in the connected wallet first
await latchkey.removeNetwork('eip155:10') // a wallet that is on it stays there, unsupported; else the first that is left becomes active
