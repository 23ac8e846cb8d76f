import { latchkey as connector } from 'latchkey/wagmi'
import { base, mainnet } from 'viem/chains'
import { createConfig, http } from 'wagmi'
import { latchkey } from './wallet.ts'

export const config = createConfig({
  chains: [base, mainnet],
  connectors: [connector(latchkey)],
  transports: { [base.id]: http(), [mainnet.id]: http() },
})
