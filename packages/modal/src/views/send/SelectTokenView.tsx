import { goBack } from '@latchkey/core'
import { tokenIdOf } from '@latchkey/core/transfer'
import { useConfig } from '@latchkey/react'
import { Amount, Button, Icon, IconButton, Row, Skeleton, TextField } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { formatLocalAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { TokenIcon } from '../../parts/pictures/TokenIcon.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import css from './send.css?inline'
import { useTransfer } from './useTransfer.ts'

/** As many fit on the screen; more are searched. */
const SEARCHED = 6

/** What can be sent: the tokens of the account. */
export function SelectTokenView(): ReactElement {
  const config = useConfig()
  const locale = useLocale()
  const say = useHomeSay()
  const { tokens, token, change } = useTransfer()
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = tokens?.filter(({ name, symbol, address }) =>
    [name, symbol, address ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <>
      <StyleSheet css={css} />
      {(tokens?.length ?? 0) > SEARCHED ? (
        <div className="lk-pinned">
          <TextField
            type="search"
            hideLabel
            label={say('send.searchTokens')}
            placeholder={say('send.searchTokens')}
            value={query}
            leading={<Icon name="search" />}
            onChange={({ target }) => setQuery(target.value)}
            action={
              query ? (
                <IconButton icon="close" label={say('send.clearSearch')} onClick={() => setQuery('')} />
              ) : undefined
            }
          />
        </div>
      ) : null}
      {found?.length === 0 ? (
        <div className="lk-empty" role="status">
          <p>{say('send.noTokenFound', { query })}</p>
          <Button onClick={() => setQuery('')}>{say('send.showAll')}</Button>
        </div>
      ) : (
        <div className="lk-stack" aria-busy={!found}>
          {found?.map((one) => (
            <Row
              key={tokenIdOf(one)}
              icon={<TokenIcon token={one} />}
              label={<bdi>{one.name}</bdi>}
              sublabel={<bdi>{one.symbol}</bdi>}
              trailing={<Amount value={formatLocalAmount(locale, one.quantity.numeric)} />}
              current={one === token}
              onClick={() => {
                change({ tokenId: tokenIdOf(one), unit: 'token', ...(one === token ? {} : { amount: '' }) })
                goBack(config)
              }}
            />
          )) ?? <Skeleton shape="row" />}
        </div>
      )}
    </>
  )
}
