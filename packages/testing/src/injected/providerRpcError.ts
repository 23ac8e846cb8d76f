import type { ProviderRpcError } from '@latchkey/core'
import type { MockWalletError } from './MockInjectedWallet.ts'

/** Codes of EIP-1193, EIP-1474 and EIP-3326, with the words that wallets use for them. */
const MESSAGES: Readonly<Record<number, string>> = {
  4001: 'User rejected the request.',
  4100: 'The requested account or method has not been authorized by the user.',
  4200: 'The method is not supported.',
  4902: 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.',
  [-32600]: 'The request is not valid.',
  [-32602]: 'The params are not valid.',
  [-32002]: 'A request is already pending. Please wait.',
}

/** A real Error with a code. A code that is no number is kept: wallets that send one exist. */
export function providerRpcError(code: MockWalletError['code'], error: Omit<MockWalletError, 'code'> = {}) {
  const message = error.message ?? MESSAGES[Number(code)] ?? 'Internal error'
  return Object.assign(new Error(message), {
    code,
    ...(error.data === undefined ? {} : { data: error.data }),
  }) as ProviderRpcError
}
