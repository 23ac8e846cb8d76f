import { shortenAddress } from '@latchkey/core'
import { totalOf } from '@latchkey/core/assets'
import { onrampProviders } from '@latchkey/core/onramp'
import { canSwap, fetchSwapTokens } from '@latchkey/core/swap'
import { canSend, forgetTransfer, transfersOf } from '@latchkey/core/transfer'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import { useSlice } from '@latchkey/react/provider'
import {
  Amount,
  Icon,
  IconButton,
  type IconName,
  Skeleton,
  Spinner,
  symbolBeside,
  VisuallyHidden,
} from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { formatLocalFiat, formatWholeAmount, useLocalAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { navigate, useOpen, usePreload } from '../../router/navigate.ts'
import type { Tokens } from './Tokens.ts'

/** Longer numbers would break in two at the hero's size. */
const HERO_LENGTH = 12

/** What all is worth, large; where nobody knows a price, the native coin. Unknown is "—", never 0. */
export function Total({ tokens, failed }: Pick<Tokens, 'tokens' | 'failed'>): ReactElement {
  const { balance, balanceSymbol } = useAccount()
  const locale = useLocale()
  const write = useLocalAmount()
  const say = useHomeSay()
  const shell = useSay()
  const { total, isWhole } = totalOf(tokens ?? [])
  // What the button has read already is shown while the tokens are on their way.
  const isLoading = !tokens && !failed && balance === undefined
  const fiat = formatLocalFiat(locale, total)
  const value = fiat ?? write(balance)
  return (
    <>
      <div className="lk-account-balance" aria-busy={isLoading}>
        <VisuallyHidden>{total === undefined ? shell('account.balance') : say('home.total')} </VisuallyHidden>
        {isLoading ? (
          <>
            <Skeleton shape="box" width={168} height={32} />
            <VisuallyHidden>{shell('shell.loading')}</VisuallyHidden>
          </>
        ) : (
          <Amount
            size={(value?.length ?? 0) > HERO_LENGTH ? 'title' : 'hero'}
            value={value}
            unit={fiat ? undefined : balanceSymbol}
            unknownLabel={say('home.totalUnknown')}
          />
        )}
      </div>
      <p className="lk-small lk-dim lk-total-note">{fiat && !isWhole ? say('home.notAll') : null}</p>
    </>
  )
}

type Action = {
  feature: 'onramp' | 'swaps' | 'receive' | 'send'
  view: 'Buy' | 'Swap' | 'WalletReceive' | 'WalletSend'
  icon: IconName
  label: HomeSayable
}
/** In the order of spec 9: onramp, swaps, receive, send. */
const ACTIONS: readonly Action[] = [
  { feature: 'onramp', view: 'Buy', icon: 'wallet', label: 'home.buy' },
  { feature: 'swaps', view: 'Swap', icon: 'flip', label: 'home.swap' },
  { feature: 'receive', view: 'WalletReceive', icon: 'arrow-down', label: 'home.receive' },
  { feature: 'send', view: 'WalletSend', icon: 'arrow-up', label: 'home.send' },
]

/** Which of the actions this page offers on this network; one that may be offered keeps its place until that is known. */
export function useActions(): readonly (Action & { isPending: boolean })[] {
  const config = useConfig()
  const features = useSlice(config.features)
  const { network } = useNetwork()
  const swaps = useSwaps(features.swaps !== false)
  const isThere = {
    // Nobody may sell coins of this network.
    onramp: onrampProviders(config).length > 0,
    receive: true,
    send: canSend(config),
    swaps: swaps !== false,
  }
  return ACTIONS.filter(
    ({ feature }) =>
      (features[feature] ?? feature !== 'onramp') !== false && network !== undefined && isThere[feature],
  ).map((action) => ({ ...action, isPending: action.feature === 'swaps' && swaps === undefined }))
}

/** Whether swaps are offered here; undefined while the service is asked. */
function useSwaps(isOn: boolean): boolean | undefined {
  const config = useConfig()
  const { network } = useNetwork()
  const open = useOpen()
  const known = isOn ? canSwap(config) : false
  const [asked, setAsked] = useState<string>()
  const id = network?.caipNetworkId
  useEffect(() => {
    if (known !== undefined || !id || !open) return
    const tell = () => setAsked(id)
    fetchSwapTokens(config).then(tell, tell)
  }, [config, known, id, open])
  // Who does not answer offers none.
  return known ?? (asked === id ? false : undefined)
}

/** What one can do with the account. */
export function Actions({ actions }: { actions: ReturnType<typeof useActions> }): ReactElement | null {
  const config = useConfig()
  const preload = usePreload()
  const say = useHomeSay()
  useEffect(() => {
    for (const { view } of actions) preload(view)
  }, [preload, actions])
  if (actions.length === 0) return null
  return (
    <div className="lk-actions">
      {actions.map(({ view, icon, label, isPending }) =>
        isPending ? (
          <span key={view} className="lk-action-place" aria-hidden="true">
            <Skeleton shape="circle" width={48} height={48} />
          </span>
        ) : (
          <button key={view} type="button" className="lk-action" onClick={() => navigate(config, view)}>
            <span className="lk-action-disc">
              <Icon name={icon} />
            </span>
            <span>{say(label)}</span>
          </button>
        ),
      )}
    </div>
  )
}

/** What was sent from here and is not told yet, newest first. */
export function SentTransfers(): ReactElement | null {
  const config = useConfig()
  const { caipAddress } = useAccount()
  const { network } = useNetwork()
  const { transfers } = useSlice(transfersOf(config))
  const locale = useLocale()
  const say = useHomeSay()
  const mine = transfers.filter((transfer) => transfer.caipAddress === caipAddress)
  if (mine.length === 0) return null
  return (
    <ul className="lk-stack lk-sent" data-gap="4" aria-live="polite">
      {mine.map(({ hash, amount, symbol, to, status, swapTo, isBatch }) => {
        const text = `${formatWholeAmount(locale, amount) ?? amount} ${symbolBeside(symbol)}`
        const isPending = status === 'pending'
        const words = (swapTo ? SWAP_WORDS : WORDS)[status]
        const url = isBatch
          ? undefined
          : network && config.adapters[network.chainNamespace]?.explorerTransactionUrl?.(network, hash)
        const lines = (
          <span className="lk-row-text">
            <span className="lk-row-label">{say(words.title, { amount: text })}</span>{' '}
            <span className="lk-row-sub">
              {say(words.sub, { address: shortenAddress(to), symbol: swapTo ?? '' })}
            </span>
          </span>
        )
        return (
          <li key={hash} className="lk-row lk-sent-row" data-status={status}>
            <span className="lk-row-icon">
              {isPending ? <Spinner /> : <Icon name={status === 'late' ? 'clock' : 'alert'} />}
            </span>
            {url ? (
              <a className="lk-sent-link" href={url} target="_blank" rel="noopener noreferrer">
                {lines}
              </a>
            ) : (
              lines
            )}
            {isPending ? null : (
              <IconButton
                icon="close"
                label={say('home.forget')}
                onClick={() => forgetTransfer(config, hash)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Told = Readonly<Record<'pending' | 'reverted' | 'late', { title: HomeSayable; sub: HomeSayable }>>
const SWAP_WORDS: Told = {
  pending: { title: 'home.swapping', sub: 'home.swappingFor' },
  reverted: { title: 'home.notSwapped', sub: 'home.notSwappedHelp' },
  late: { title: 'home.late', sub: 'home.swapLateHelp' },
}
const WORDS: Told = {
  pending: { title: 'home.sending', sub: 'home.sendingTo' },
  reverted: { title: 'home.reverted', sub: 'home.revertedHelp' },
  late: { title: 'home.late', sub: 'home.lateHelp' },
}
