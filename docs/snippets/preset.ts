import { base, createLatchkey, themePresets } from 'latchkey'

export const latchkey = createLatchkey({
  projectId: 'demo',
  walletOrigin: 'https://wallet.example.net',
  apiOrigin: 'https://api.example.net',
  networks: [base],
  ...themePresets.forest,
})
