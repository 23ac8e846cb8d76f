import { fetchBalance } from '@latchkey/core'
import { useAccount, useConfig } from '@latchkey/react'
import { useEffect, useState } from 'react'
import { useOpen } from '../../parts/useOpen.ts'

export type BalanceState = { amount: string | undefined; symbol: string | undefined; failed: boolean }

/** The native balance: what is known at once, then what the network says. */
export function useBalance(): BalanceState {
  const config = useConfig()
  const open = useOpen()
  const { balance, balanceSymbol, caipAddress } = useAccount()
  const [failedFor, setFailedFor] = useState<string>()
  useEffect(() => {
    if (!open || !caipAddress) return
    let isCurrent = true
    // Not aborted on leaving: an answer that comes late still serves the next look.
    fetchBalance(config).then(
      () => isCurrent && setFailedFor(undefined),
      () => isCurrent && setFailedFor(caipAddress),
    )
    return () => {
      isCurrent = false
    }
  }, [config, open, caipAddress])
  return { amount: balance, symbol: balanceSymbol, failed: failedFor === caipAddress }
}
