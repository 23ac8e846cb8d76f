import { base, createLatchkey } from './latchkey/latchkey.js'

const latchkey = createLatchkey({
  projectId: 'outside',
  walletOrigin: 'http://wallet.localhost:9',
  apiOrigin: 'http://api.localhost:9',
  networks: [base],
})
document.querySelector('#connect').addEventListener('click', () => latchkey.open())
