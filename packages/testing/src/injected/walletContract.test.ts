import { createMockInjectedWallet } from './createMockInjectedWallet.ts'
import { eip1193WalletContract } from './eip1193WalletContract.ts'

const chains = { start: 31337, known: 8453, unknown: 10 }

eip1193WalletContract('the mock injected wallet', {
  chains,
  make() {
    const wallet = createMockInjectedWallet({ chainId: chains.start, chains: [chains.known] })
    return {
      provider: wallet.provider,
      onPrompt(answer) {
        if (answer === 'refuse') wallet.rejectNext('eth_requestAccounts')
      },
      end: async () => wallet.revoke(),
    }
  },
})
