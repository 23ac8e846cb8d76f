import type { OperationAnswers } from './fakeBundler.ts'
import { smartConfig } from './worldFrame.ts'

/** As `smartConfig`; the operator pays. */
export const sponsoredConfig = {
  ...smartConfig,
  chains: smartConfig.chains.map((chain) =>
    chain.smartAccounts
      ? { ...chain, smartAccounts: { ...chain.smartAccounts, sponsor: 'Latchkey demo' } }
      : chain,
  ),
}

export const paymaster = '0x1111111111111111111111111111111111111111'

/** What `paymaster` answers to the first question (ERC-7677). */
export const firstAnswer = {
  paymaster,
  paymasterData: '0x00',
  paymasterVerificationGasLimit: '0xc350',
  paymasterPostOpGasLimit: '0x2710',
}

/** Both answers of a paymaster that pays. */
export const paying: OperationAnswers = {
  pm_getPaymasterStubData: firstAnswer,
  pm_getPaymasterData: { paymaster, paymasterData: '0xabcd' },
}
