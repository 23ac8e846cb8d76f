import { Amount, Skeleton, VisuallyHidden } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { formatLocalAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { useBalance } from './useBalance.ts'

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
