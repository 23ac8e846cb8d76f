import { createLatchkey } from 'latchkey'
import { base, mainnet } from 'latchkey/networks'

export const latchkey = createLatchkey({
  projectId: 'shop',
  walletOrigin: 'https://wallet.example.net',
  apiOrigin: 'https://api.example.net',
  networks: [base, mainnet],
  features: {
    email: true,
    socials: ['google', 'apple'],
    passkeys: true,
  },
})
