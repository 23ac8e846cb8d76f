import { createLatchkey, evmAdapter } from 'latchkey'
import { mainnet } from 'latchkey/networks'
import { solanaAdapter, solanaLocal } from 'latchkey/solana'

/** A service that does not answer. */
export const latchkey = createLatchkey({
  projectId: 'outside',
  walletOrigin: 'http://wallet.localhost:9',
  apiOrigin: 'http://api.localhost:9',
  networks: [solanaLocal, mainnet],
  adapters: [evmAdapter, solanaAdapter],
})
