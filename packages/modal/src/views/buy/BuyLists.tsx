import { codeOf, goBack } from '@latchkey/core'
import {
  currenciesHere,
  currencyImageUrl,
  currencyOf,
  OnrampNothingSoldError,
  tokenImageUrl,
} from '@latchkey/core/onramp'
import { useConfig } from '@latchkey/react'
import { Banner, Button, Icon, IconButton, Row, Skeleton, TextField } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { TokenIcon } from '../../parts/pictures/TokenIcon.tsx'
import { WalletIcon } from '../../parts/pictures/WalletIcon.tsx'
import { replaceView } from '../../router/navigate.ts'
import type { Buy } from './Buy.ts'
import { nameOfFiat } from './money.ts'

/** Who sells. */
export function ProviderList({ providers, provider, change }: Buy): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  const choose = (id: string) => {
    change({
      provider: id,
      ...(id === provider?.id ? {} : { options: undefined, quote: undefined, currency: undefined }),
    })
    // A page may open this view by itself.
    const { stack } = config.router.getState()
    if (stack.some(({ name }) => name === 'Buy')) goBack(config)
    else replaceView(config, 'Buy')
  }
  return (
    <div className="lk-stack">
      {providers.map(({ id, name, fee }) => (
        <Row
          key={id}
          icon={<WalletIcon name={name} src={undefined} />}
          label={name}
          sublabel={fee ? say('buy.feeOf', { fee }) : say('buy.feeUnknown')}
          current={id === provider?.id}
          onClick={() => choose(id)}
        />
      ))}
    </div>
  )
}

/** What is paid with. */
export function FiatList({ form, change }: Buy): ReactElement {
  const config = useConfig()
  const locale = useLocale()
  if (!form.options) return <Skeleton shape="row" />
  const named = form.options.paymentCurrencies.map(({ id }) => ({ id, name: nameOfFiat(locale, id) }))
  return (
    <SearchList
      items={named}
      textsOf={({ id, name }) => [id, name]}
      row={({ id, name }) => (
        <Row
          key={id}
          icon={<WalletIcon name={id} src={currencyImageUrl(config, id)} />}
          label={<bdi>{name}</bdi>}
          sublabel={id}
          current={id === form.fiat}
          onClick={() => {
            change({ fiat: id, quote: undefined })
            goBack(config)
          }}
        />
      )}
    />
  )
}

/** A coin that a provider sells, by its mark. */
export function CoinIcon({ symbol }: { symbol: string }): ReactElement {
  const iconUrl = tokenImageUrl(useConfig(), symbol)
  return <TokenIcon token={{ symbol, ...(iconUrl === undefined ? {} : { iconUrl }) }} />
}

export function NothingSold(): ReactElement {
  const say = useHomeSay()
  return (
    <Banner role="status" title={say('buy.nothing')}>
      {say('buy.nothingHelp')}
    </Banner>
  )
}

/** What is bought. */
export function CurrencyList({ form, problem, change }: Buy): ReactElement {
  const config = useConfig()
  if (codeOf(problem) === OnrampNothingSoldError.code) return <NothingSold />
  if (!form.options) return <Skeleton shape="row" />
  const chosen = currencyOf(config, form)
  return (
    <SearchList
      items={currenciesHere(config, form)}
      textsOf={({ name, symbol }) => [name, symbol]}
      row={(one) => (
        <Row
          key={one.id}
          icon={<CoinIcon symbol={one.symbol} />}
          label={<bdi>{one.name}</bdi>}
          sublabel={<bdi>{one.symbol}</bdi>}
          current={one.id === chosen?.id}
          onClick={() => {
            change({ currency: one.id, quote: undefined })
            goBack(config)
          }}
        />
      )}
    />
  )
}

/** As many fit on the screen; more are searched. */
const SEARCHED = 8
/** Rows that are drawn at once: the rest is found by searching. */
const MOST_ROWS = 100

type SearchListProps<Item> = {
  items: readonly Item[]
  /** What a search compares. */
  textsOf: (item: Item) => readonly string[]
  row: (item: Item) => ReactElement
}

/** Rows, with a field to search them where they are many. */
function SearchList<Item>({ items, textsOf, row }: SearchListProps<Item>): ReactElement {
  const say = useHomeSay()
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = items.filter((item) => textsOf(item).some((text) => text.toLowerCase().includes(wanted)))
  return (
    <>
      {items.length > SEARCHED ? (
        <div className="lk-pinned">
          <TextField
            type="search"
            hideLabel
            label={say('buy.search')}
            placeholder={say('buy.search')}
            value={query}
            leading={<Icon name="search" />}
            onChange={({ target }) => setQuery(target.value)}
            action={
              query ? (
                <IconButton icon="close" label={say('buy.clearSearch')} onClick={() => setQuery('')} />
              ) : undefined
            }
          />
        </div>
      ) : null}
      {found.length === 0 ? (
        <div className="lk-empty" role="status">
          <p>{say('buy.noneFound', { query })}</p>
          <Button onClick={() => setQuery('')}>{say('buy.showAll')}</Button>
        </div>
      ) : (
        <div className="lk-stack">{found.slice(0, MOST_ROWS).map(row)}</div>
      )}
    </>
  )
}
