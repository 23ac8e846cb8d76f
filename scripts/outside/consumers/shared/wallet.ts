import { createLatchkey } from 'latchkey'
import { base, mainnet, optimism } from 'latchkey/networks'

/** A service that does not answer. */
export const latchkey = createLatchkey({
  projectId: 'outside',
  walletOrigin: 'http://wallet.localhost:9',
  apiOrigin: 'http://api.localhost:9',
  networks: [base, mainnet, optimism],
})
