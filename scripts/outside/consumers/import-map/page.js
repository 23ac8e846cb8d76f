import { createLatchkey } from 'latchkey'
import { base } from 'latchkey/networks'

const latchkey = createLatchkey({
  projectId: 'outside',
  walletOrigin: 'http://wallet.localhost:9',
  apiOrigin: 'http://api.localhost:9',
  networks: [base],
})
document.querySelector('#connect').addEventListener('click', () => latchkey.open())
