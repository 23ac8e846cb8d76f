import type { AccountType } from '@latchkey/core'
import { useCallback } from 'react'
import { useConfig } from '../LatchkeyProvider.tsx'
import { useAccount } from './useAccount.ts'

export type UseAccountTypeReturn = {
  /** undefined for a wallet that has one kind alone */
  accountType: AccountType | undefined
  /** Whether the smart account is on the active network yet; its first transaction puts it there. */
  isDeployed: boolean | undefined
  setAccountType: (type: AccountType) => Promise<void>
}

/**
 * Which of the wallet's accounts is in use, and how to change it. The choice is kept for the visitor's next visit.
 *
 * @example
 * const { accountType, setAccountType } = useAccountType()
 * await setAccountType('eoa')
 */
export function useAccountType(): UseAccountTypeReturn {
  const config = useConfig()
  const { preferredAccountType, smartAccountDeployed } = useAccount()
  return {
    accountType: preferredAccountType,
    isDeployed: smartAccountDeployed,
    setAccountType: useCallback(
      async (type: AccountType) => {
        const { setPreferredAccountType } = await import('@latchkey/core/session')
        return setPreferredAccountType(config, type)
      },
      [config],
    ),
  }
}
