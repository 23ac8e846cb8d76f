import { latchkey as connector } from 'latchkey/wagmi'
import { base, mainnet } from 'viem/chains'
import { createConfig, http } from 'wagmi'
import { latchkey } from './wallet.ts'

export const config = createConfig({
  chains: [base, mainnet],
  connectors: [connector(latchkey)],
  // Latchkey's modal lists the wallets of the browser; by wagmi too, one of them would be connected twice after a reload.
  multiInjectedProviderDiscovery: false,
  transports: { [base.id]: http(), [mainnet.id]: http() },
})
