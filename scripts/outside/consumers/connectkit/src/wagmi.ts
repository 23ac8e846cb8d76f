import { getDefaultConfig } from 'connectkit'
import { latchkey as latchkeyConnector } from 'latchkey/wagmi'
import { createConfig, createConnector, http } from 'wagmi'
import { base } from 'wagmi/chains'
import { latchkey } from './wallet.ts'

/** ConnectKit takes a connector of any other type for an extension that this browser lacks, and does not call it. */
const ownConnector = createConnector((context) => ({
  ...latchkeyConnector(latchkey)(context),
  type: 'injected' as const,
}))

// Without it ConnectKit lists Latchkey all the same, since it announces itself (EIP-6963).
const connectors = location.search === '?connector' ? [ownConnector] : []

export const config = createConfig(
  getDefaultConfig({
    appName: 'Outside',
    walletConnectProjectId: '',
    chains: [base],
    transports: { [base.id]: http() },
    connectors,
  }),
)
