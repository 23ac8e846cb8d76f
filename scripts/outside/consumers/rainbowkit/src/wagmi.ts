import { getDefaultConfig, type Wallet, type WalletDetailsParams } from '@rainbow-me/rainbowkit'
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
import { latchkeyIcon } from 'latchkey'
import { latchkey as latchkeyConnector } from 'latchkey/wagmi'
import { createConnector, http } from 'wagmi'
import { base } from 'wagmi/chains'
import { latchkey } from './wallet.ts'

/** Latchkey's connector as a wallet of RainbowKit, for a page that decides where in the list it is. */
const latchkeyWallet = (): Wallet => ({
  id: 'latchkey',
  name: 'Latchkey',
  iconUrl: latchkeyIcon,
  iconBackground: '#ffffff',
  createConnector: (details: WalletDetailsParams) =>
    createConnector((context) => ({ ...latchkeyConnector(latchkey)(context), ...details })),
})

// Without it RainbowKit lists Latchkey all the same, since it announces itself (EIP-6963).
const own = location.search === '?connector' ? [latchkeyWallet] : []

export const config = getDefaultConfig({
  appName: 'Outside',
  projectId: 'outside',
  chains: [base],
  transports: { [base.id]: http() },
  wallets: [{ groupName: 'Wallets', wallets: [...own, injectedWallet] }],
})
