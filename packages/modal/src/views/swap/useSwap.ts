import type { Config, SwapQuote, TokenBalance } from '@latchkey/core'
import { fetchTokens, portfolioOf } from '@latchkey/core/assets'
import { fetchSwapQuote, fetchSwapTokens, swapFormOf, withBalances, withPrice } from '@latchkey/core/swap'
import { tokenIdOf } from '@latchkey/core/transfer'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import { useSlice } from '@latchkey/react/provider'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useOpen } from '../../router/navigate.ts'
import { QUOTE_LIFE } from './gravity.ts'
import type { LiveQuote, SwapState } from './SwapState.ts'

const find = (tokens: readonly TokenBalance[] | undefined, id: string | undefined) =>
  id === undefined ? undefined : tokens?.find((token) => tokenIdOf(token) === id)

/** The form for swapping, and what can be swapped. */
export function useSwap(): SwapState {
  const config = useConfig()
  const open = useOpen()
  const { tokenBalance, caipAddress } = useAccount()
  const { network } = useNetwork()
  const store = swapFormOf(config)
  const form = useSlice(store)
  const [told, setTold] = useState<{ of: string; tokens?: readonly TokenBalance[]; failure?: unknown }>()
  const [round, setRound] = useState(0)
  const id = network?.caipNetworkId ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again.
  useEffect(() => {
    if (!open || !caipAddress) return
    let isOver = false
    fetchSwapTokens(config).then(
      (tokens) => isOver || setTold({ of: id, tokens }),
      (failure: unknown) => isOver || setTold({ of: id, failure }),
    )
    fetchTokens(config).catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [config, open, caipAddress, id, round])
  const current = told?.of === id ? told : undefined
  const tokens = useMemo(
    () =>
      current?.tokens &&
      // Of what nobody has told it is not known that the account has none.
      withBalances(
        tokenBalance && portfolioOf(config)?.failed !== 'tokens' ? current.tokens : untold(current.tokens),
        tokenBalance,
      ),
    [config, current?.tokens, tokenBalance],
  )
  const chosen = find(tokens, form.toId)
  const to = usePriced(config, chosen)
  const from = usePriced(config, find(tokens, form.fromId) ?? tokens?.find((token) => token !== chosen))
  return {
    ...{ form, tokens, from, to, failure: current?.failure },
    change: (fields) => store.setState({ error: undefined, agreed: undefined, ...fields }),
    retry: () => {
      setTold(undefined)
      setRound((count) => count + 1)
    },
  }
}

/** The same tokens, with balances that are not known. */
const untold = (tokens: readonly TokenBalance[]): readonly TokenBalance[] =>
  tokens.map((token) => ({ ...token, quantity: { ...token.quantity, numeric: '' } }))

/** A token with its price, once it is known: the list of what can be swapped has none. */
function usePriced(config: Config, token: TokenBalance | undefined): TokenBalance | undefined {
  const [priced, setPriced] = useState<TokenBalance>()
  const id = token && `${token.chainId}/${tokenIdOf(token)}`
  const hasPrice = token?.price !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same token has the same price.
  useEffect(() => {
    if (!token || hasPrice) return
    const controller = new AbortController()
    void withPrice(config, token, controller.signal).then((found) => {
      if (!controller.signal.aborted) setPriced(found)
    })
    return () => controller.abort()
  }, [config, id, hasPrice])
  if (!token || hasPrice) return token
  const isOfIt = priced && `${priced.chainId}/${tokenIdOf(priced)}` === id
  return isOfIt && priced.price !== undefined ? { ...token, price: priced.price } : token
}

/** A price is asked for when its writer has paused for so long, ms. */
const PAUSE = 300

type Wish = { from: TokenBalance | undefined; to: TokenBalance | undefined; units: bigint | undefined }
type Read = { key: string; quote?: SwapQuote | undefined; error?: unknown; at: number }

/** The price of what is to be swapped: read anew every ten seconds while somebody sees it. */
export function useQuote({ from, to, units }: Wish, isPaused = false): LiveQuote {
  const config = useConfig()
  const open = useOpen()
  const isSeen = useSeen() && open && !isPaused
  const [read, setRead] = useState<Read>()
  const [round, setRound] = useState(0)
  const key = from && to && units ? [tokenIdOf(from), tokenIdOf(to), units].join(' ') : ''
  const known = read?.key === key ? read : undefined
  const at = known?.at
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked; another round asks again.
  useEffect(() => {
    if (!from || !to || !units || !isSeen) return
    const controller = new AbortController()
    const { signal } = controller
    const ask = () =>
      fetchSwapQuote(config, { from, to, units, signal }).then(
        (quote) => signal.aborted || setRead({ key, quote, at: Date.now() }),
        (error: unknown) => signal.aborted || setRead({ key, error, at: Date.now() }),
      )
    const wait = at === undefined ? PAUSE : Math.max(0, at + QUOTE_LIFE - Date.now())
    const timer = setTimeout(() => void ask(), wait)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [config, key, isSeen, at, round])
  const refresh = useCallback(() => {
    setRead(undefined)
    setRound((count) => count + 1)
  }, [])
  const { quote, error } = known ?? {}
  return {
    ...{ quote, error, refresh },
    isReading: key !== '' && known === undefined,
    nextAt: known && isSeen ? known.at + QUOTE_LIFE : undefined,
  }
}

/** Whether the page is in sight. */
function useSeen(): boolean {
  const [isSeen, setSeen] = useState(document.visibilityState !== 'hidden')
  useEffect(() => {
    const look = () => setSeen(document.visibilityState !== 'hidden')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isSeen
}
