import { base } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { latchkey as latchkeyConnector } from 'latchkey/wagmi'
import { latchkey } from './wallet.ts'

// Without it AppKit lists Latchkey all the same, since it announces itself (EIP-6963).
const connectors = location.search === '?connector' ? [latchkeyConnector(latchkey)] : []

const projectId = 'outside'
const networks = [base] as const
const adapter = new WagmiAdapter({ projectId, networks: [...networks], connectors })
createAppKit({
  projectId,
  networks: [...networks],
  adapters: [adapter],
  metadata: { name: 'Outside', description: 'Outside', url: location.origin, icons: [] },
  enableCoinbase: false,
  features: { analytics: false, email: false, socials: [] },
})

export const config = adapter.wagmiConfig
