import { activeAccount } from '@latchkey/core'
import { fetchIdentity, fetchTokens, portfolioOf } from '@latchkey/core/assets'
import { useAccount, useConfig } from '@latchkey/react'
import { useCallback, useEffect, useState } from 'react'
import { useOpen } from '../../router/navigate.ts'
import type { Tokens } from './Tokens.ts'

/**
 * What the account has: what is known at once, then what the service says. Read when the modal opens, when the page comes
 * into sight again, and after a transaction; never by the clock, and never while nobody sees it.
 */
export function useTokens(): Tokens {
  const config = useConfig()
  const open = useOpen()
  const { tokenBalance, caipAddress } = useAccount()
  const [told, setTold] = useState<{ of: string } & Pick<Tokens, 'failed' | 'at' | 'triedAt'>>()
  const update = useCallback(() => {
    if (!caipAddress || document.visibilityState === 'hidden') return
    const tell = () => {
      // Another account, or another network, has a look-up of its own.
      if (activeAccount(config).caipAddress !== caipAddress) return
      const portfolio = portfolioOf(config)
      // A network that is not supported is asked for nothing, and has nothing.
      const failed = portfolio ? portfolio.failed : 'all'
      setTold({ of: caipAddress, failed, at: portfolio?.at, triedAt: portfolio?.triedAt })
    }
    // Not aborted on leaving: an answer that comes late still serves the next look.
    fetchTokens(config).then(tell, tell)
  }, [config, caipAddress])
  useEffect(() => {
    if (!open) return
    update()
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [open, update])
  const isCurrent = told?.of === caipAddress
  return {
    tokens: tokenBalance,
    failed: isCurrent ? told?.failed : undefined,
    at: isCurrent ? told?.at : undefined,
    triedAt: isCurrent ? told?.triedAt : undefined,
    update,
  }
}

/** Looks up the name and the picture of the account while the modal shows it. */
export function useIdentity(): void {
  const config = useConfig()
  const open = useOpen()
  const { address } = useAccount()
  useEffect(() => {
    if (open && address) void fetchIdentity(config)
  }, [config, open, address])
}
