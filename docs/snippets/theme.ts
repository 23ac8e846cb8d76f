import { createLatchkey } from 'latchkey'
import { base } from 'latchkey/networks'

const latchkey = createLatchkey({
  projectId: 'shop',
  walletOrigin: 'https://wallet.example.net',
  apiOrigin: 'https://api.example.net',
  networks: [base],
  themeMode: 'light',
  accent: '#0b7a5c',
  themeVariables: { radius: 2, font: '"Inter", sans-serif', background: '#fbfaf7' },
  locale: 'de',
})

// Later, as when the visitor changes the page's own mode:
latchkey.setTheme({ themeMode: 'dark' })
