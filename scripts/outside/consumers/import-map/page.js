import { createLatchkey } from 'latchkey'
import { base } from 'viem/chains'

const latchkey = createLatchkey({
  projectId: 'outside',
  walletOrigin: 'http://wallet.localhost:9',
  apiOrigin: 'http://api.localhost:9',
  networks: [base],
})
document.querySelector('#connect').addEventListener('click', () => latchkey.open())
