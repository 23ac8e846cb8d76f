import { getDefaultConfig } from 'connectkit'
import { latchkey as latchkeyConnector } from 'latchkey/wagmi'
import { createConfig, http } from 'wagmi'
import { base } from 'wagmi/chains'
import { latchkey } from './wallet.ts'

// Without it ConnectKit lists Latchkey all the same, since it announces itself (EIP-6963).
const connectors = location.search === '?connector' ? [latchkeyConnector(latchkey)] : []

export const config = createConfig(
  getDefaultConfig({
    appName: 'Outside',
    walletConnectProjectId: '',
    chains: [base],
    transports: { [base.id]: http() },
    connectors,
  }),
)
