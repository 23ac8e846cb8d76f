import { fetchBalance } from '@latchkey/core'
import { useAccount, useConfig } from '@latchkey/react'
import { Amount, Skeleton, VisuallyHidden } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { formatLocalAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { useOpen } from '../../router/useOpen.ts'

/** Longer numbers would break in two at the hero's size. */
const HERO_LENGTH = 12

/** The native balance, large. Unknown is "—", never 0. */
export function Balance(): ReactElement {
  const { amount, symbol, failed } = useBalance()
  const locale = useLocale()
  const say = useSay()
  const value = formatLocalAmount(locale, amount)
  const isLoading = amount === undefined && !failed
  return (
    <>
      <div className="lk-account-balance" aria-busy={isLoading}>
        <VisuallyHidden>{say('account.balance')} </VisuallyHidden>
        {isLoading ? (
          <>
            <Skeleton shape="box" width={168} height={32} />
            <VisuallyHidden>{say('shell.loading')}</VisuallyHidden>
          </>
        ) : (
          <Amount
            size={(value?.length ?? 0) > HERO_LENGTH ? 'title' : 'hero'}
            value={value}
            unit={symbol}
            unknownLabel={say('account.balanceUnknown')}
          />
        )}
      </div>
      {failed && amount === undefined ? (
        <p className="lk-small lk-dim lk-account-note" role="status">
          {say('account.balanceUnavailable')}
        </p>
      ) : null}
    </>
  )
}

type BalanceState = { amount: string | undefined; symbol: string | undefined; failed: boolean }

/** The native balance: what is known at once, then what the network says. */
function useBalance(): BalanceState {
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
