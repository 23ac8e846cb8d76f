import type { MockInjectedWalletOptions } from './MockInjectedWallet.ts'

type Remembered = { permitted: boolean; chainId: number }

export type Memory = {
  read(): Remembered | undefined
  write(state: Remembered): void
}

/** What an extension keeps over reloads. Here it is the tab's sessionStorage, where there is one. */
export function memoryOf(options: MockInjectedWalletOptions & { rdns: string }): Memory {
  if (!options.remember) return { read: () => undefined, write: () => undefined }
  const key = `mock-wallet.${options.rdns}`
  return {
    read() {
      try {
        const { permitted, chainId } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Remembered>
        return typeof permitted === 'boolean' && Number.isSafeInteger(chainId)
          ? { permitted, chainId: Number(chainId) }
          : undefined
      } catch {
        return undefined
      }
    },
    write({ permitted, chainId }) {
      try {
        sessionStorage.setItem(key, JSON.stringify({ permitted, chainId }))
      } catch {
        // A frame without storage forgets.
      }
    },
  }
}
