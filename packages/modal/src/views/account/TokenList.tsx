import type { TokenBalance } from '@latchkey/core'
import { worthOf, writeDecimal } from '@latchkey/core/assets'
import { useConfig } from '@latchkey/react'
import { Amount, Banner, Button, Chip, Icon, Row, Skeleton, symbolBeside, VisuallyHidden } from '@latchkey/ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useIsLate } from '../../attempts/useIsLate.ts'
import { formatLocalFiat, formatWholeAmount, useLocalAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { TokenIcon } from '../../parts/pictures/TokenIcon.tsx'
import { navigate } from '../../router/navigate.ts'
import type { Tokens } from './Tokens.ts'

/** Spec 9: a failed look-up is not tried again for so long, ms. */
const RETRY_BLOCK = 30_000

/** As many as the skeleton has. */
const ROWS = 3

/** Where an account that has nothing gets something; undefined where the page offers neither. */
export type Funding = 'Buy' | 'Swap' | 'WalletReceive' | 'WalletSend' | undefined

/** What the account has, token by token. */
export function TokenList(props: Tokens & { funding: Funding }): ReactElement {
  const { update, triedAt, at } = props
  const list = useRef<HTMLDivElement>(null)
  const isAskedFor = useRef(false)
  // The button that asked is gone with each answer: whoever pressed it by the keyboard stays at the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look-up has another time.
  useEffect(() => {
    if (!isAskedFor.current) return
    isAskedFor.current = false
    const root = list.current?.getRootNode() as Document | ShadowRoot | undefined
    if (!root?.activeElement || root.activeElement === document.body)
      list.current?.focus({ preventScroll: true })
  }, [triedAt, at])
  const askAgain = () => {
    isAskedFor.current = true
    update()
  }
  return (
    <div ref={list} tabIndex={-1} className="lk-token-list">
      <Held {...props} update={askAgain} />
    </div>
  )
}

function Held({ tokens, failed, at, triedAt, update, funding }: Tokens & { funding: Funding }): ReactElement {
  const say = useHomeSay()
  // Each failure begins the wait anew.
  if (!tokens) return failed ? <Unavailable key={triedAt} update={update} /> : <TokenSkeletons />
  const held = tokens.filter(({ quantity: { numeric, pending = '' } }) => /[1-9]/.test(numeric + pending))
  return (
    <>
      {failed === 'all' ? <Stale key={triedAt} at={at} update={update} /> : null}
      {held.length > 0 ? <HeldTokens held={held} /> : <Empty funding={funding} />}
      {failed === 'tokens' ? (
        <p className="lk-small lk-dim lk-tokens-note">{say('home.someMissing')}</p>
      ) : null}
    </>
  )
}

/** As high as its skeleton, however many there are: more than its rows hold come when they are asked for. */
function HeldTokens({ held }: { held: readonly TokenBalance[] }): ReactElement {
  const [showsAll, setShowsAll] = useState(false)
  const next = useRef<HTMLLIElement>(null)
  const say = useHomeSay()
  const { tag } = useLocale()
  // The row that was pressed is gone: who reads on by the keyboard or hears the page is at what has taken its place.
  useEffect(() => {
    if (showsAll) next.current?.focus({ preventScroll: true })
  }, [showsAll])
  const isCut = !showsAll && held.length > ROWS
  const shown = isCut ? held.slice(0, ROWS - 1) : held
  return (
    <ul className="lk-stack" data-gap="4" aria-label={say('home.tokens')}>
      {shown.map((token, index) => (
        <li
          key={token.address ?? 'native'}
          {...(showsAll && index === ROWS - 1 ? { ref: next, tabIndex: -1 } : {})}
        >
          <TokenRow token={token} />
        </li>
      ))}
      {isCut ? (
        <li>
          <Row
            icon={<Icon name="dots" />}
            label={say('home.allTokens')}
            trailing={<Chip>{new Intl.NumberFormat(tag).format(held.length)}</Chip>}
            onClick={() => setShowsAll(true)}
          />
        </li>
      ) : null}
    </ul>
  )
}

function TokenRow({ token }: { token: TokenBalance }): ReactElement {
  const locale = useLocale()
  const write = useLocalAmount()
  const say = useHomeSay()
  const worth = worthOf(token)
  const coming = formatWholeAmount(locale, token.quantity.pending)
  const pending = coming && `${coming} ${symbolBeside(token.symbol)}`
  return (
    <Row
      icon={<TokenIcon token={token} />}
      label={<bdi>{token.name}</bdi>}
      sublabel={
        <>
          <Amount value={write(token.quantity.numeric)} unit={token.symbol} />
          {pending ? (
            <span className="lk-token-pending"> {say('home.pending', { amount: pending })}</span>
          ) : null}
        </>
      }
      trailing={
        <Amount
          value={worth && formatLocalFiat(locale, writeDecimal(worth))}
          unknownLabel={say('home.unknownWorth')}
        />
      }
    />
  )
}

function TokenSkeletons(): ReactElement {
  const say = useSay()
  return (
    <div className="lk-stack" data-gap="4" aria-busy="true">
      <VisuallyHidden>{say('shell.loading')}</VisuallyHidden>
      {[88, 120, 72].map((width) => (
        <Row
          key={width}
          icon={<Skeleton shape="circle" width={32} />}
          label={<Skeleton width={width} />}
          sublabel={<Skeleton width={64} />}
          trailing={<Skeleton width={56} />}
        />
      ))}
    </div>
  )
}

/** What was read before is shown, and said to be of then. */
function Stale({ at, update }: Pick<Tokens, 'at' | 'update'>): ReactElement {
  const { tag } = useLocale()
  const say = useHomeSay()
  const canUpdate = useIsLate(true, RETRY_BLOCK)
  // A page may stay open for days: a time alone is of today.
  const isToday = new Date(at ?? Date.now()).toDateString() === new Date().toDateString()
  const time = new Intl.DateTimeFormat(tag, {
    ...(isToday ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
  }).format(at)
  return (
    <div className="lk-line lk-small lk-dim lk-stale" role="status">
      <Icon name="clock" size={16} />
      <span>{say('home.staleSince', { time })}</span>
      {canUpdate ? (
        <Button variant="ghost" size="small" onClick={update}>
          {say('home.update')}
        </Button>
      ) : null}
    </div>
  )
}

function Unavailable({ update }: Pick<Tokens, 'update'>): ReactElement {
  const say = useHomeSay()
  const shell = useSay()
  const canRetry = useIsLate(true, RETRY_BLOCK)
  const action = canRetry ? (
    <Button size="small" onClick={update}>
      {shell('shell.tryAgain')}
    </Button>
  ) : undefined
  return (
    <Banner tone="warning" role="status" title={say('home.unavailable')} action={action}>
      {say('home.unavailableHelp')}
    </Banner>
  )
}

function Empty({ funding }: { funding: Funding }): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  return (
    <div className="lk-empty">
      <p className="lk-heading">{say('home.empty')}</p>
      <p className="lk-small lk-dim">{say('home.emptyHelp')}</p>
      {funding ? (
        <Button variant="primary" onClick={() => navigate(config, funding)}>
          {say('home.addFunds')}
        </Button>
      ) : null}
    </div>
  )
}
