import { createLatchkey } from 'latchkey'
import { base, mainnet, optimism } from 'latchkey/networks'

/** The wallet of this page: who runs it, and the networks that are offered. */
export const latchkey = createLatchkey({
  projectId: 'outside',
  walletOrigin: 'http://wallet.localhost:9',
  apiOrigin: 'http://api.localhost:9',
  networks: [base, mainnet, optimism],
})
