import { goBack, type TokenBalance } from '@latchkey/core'
import { heldUnits, tokenIdOf } from '@latchkey/core/transfer'
import { useConfig } from '@latchkey/react'
import { Amount, Row, Skeleton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { formatLocalAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { TokenIcon } from '../../parts/pictures/TokenIcon.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { TokenSearch } from '../../parts/TokenSearch.tsx'
import sendCss from '../send/send.css?inline'
import { SwapProblem } from './SwapProblem.tsx'
import { useSwap } from './useSwap.ts'

/** What the account has stands first; the order is the list's otherwise. */
const heldFirst = (tokens: readonly TokenBalance[]): TokenBalance[] => [
  ...tokens.filter((token) => heldUnits(token) > 0n),
  ...tokens.filter((token) => heldUnits(token) === 0n),
]

/** What can be given, or gotten. */
export function SwapSelectTokenView({ params }: { params: { side: string | undefined } }): ReactElement {
  const side = params.side === 'from' ? 'from' : 'to'
  const config = useConfig()
  const locale = useLocale()
  const swap = useSwap()
  if (swap.failure !== undefined) return <SwapProblem error={swap.failure} onRetry={swap.retry} />
  const current = side === 'from' ? swap.from : swap.to
  const choose = (token: TokenBalance) => {
    swap.change(chosen(swap, side, token))
    goBack(config)
  }
  return (
    <>
      <StyleSheet css={sendCss} />
      <TokenSearch tokens={swap.tokens}>
        {(found) =>
          found ? (
            heldFirst(found).map((token) => (
              <Row
                key={tokenIdOf(token)}
                icon={<TokenIcon token={token} />}
                label={<bdi>{token.name}</bdi>}
                sublabel={<bdi>{token.symbol}</bdi>}
                trailing={
                  heldUnits(token) > 0n ? (
                    <Amount value={formatLocalAmount(locale, token.quantity.numeric)} />
                  ) : undefined
                }
                current={current !== undefined && tokenIdOf(current) === tokenIdOf(token)}
                onClick={() => choose(token)}
              />
            ))
          ) : (
            <>
              <Skeleton shape="row" />
              <Skeleton shape="row" />
            </>
          )
        }
      </TokenSearch>
    </>
  )
}

/** The form with a token on one side. What stood on the other side already changes places with it. */
function chosen({ from, to, form }: ReturnType<typeof useSwap>, side: 'from' | 'to', token: TokenBalance) {
  const id = tokenIdOf(token)
  const [fromId, toId] = [from && tokenIdOf(from), to && tokenIdOf(to)]
  if (side === 'from') {
    const amount = id === fromId ? form.amount : ''
    return { fromId: id, toId: id === toId ? fromId : toId, amount, unit: 'token' as const }
  }
  const isSwitched = id === fromId
  return {
    ...{ toId: id, fromId: isSwitched ? toId : fromId },
    ...(isSwitched ? { amount: '', unit: 'token' as const } : {}),
  }
}
