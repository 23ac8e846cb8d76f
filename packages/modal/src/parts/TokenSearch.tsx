import type { TokenBalance } from '@latchkey/core'
import { Button, Icon, IconButton, TextField } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useHomeSay } from '../locales/useHomeSay.ts'

/** As many fit on the screen; more are searched. */
const SEARCHED = 6

type TokenSearchProps = {
  /** undefined while they are read. */
  tokens: readonly TokenBalance[] | undefined
  /** The list of those that are found; undefined while the tokens are read. */
  children: (found: readonly TokenBalance[] | undefined) => ReactNode
}

/** A list of tokens to choose from, with a field above it that finds by name, symbol or address. Its styles are those of sending. */
export function TokenSearch({ tokens, children }: TokenSearchProps): ReactElement {
  const say = useHomeSay()
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = tokens?.filter(({ name, symbol, address }) =>
    [name, symbol, address ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <>
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
          {children(found)}
        </div>
      )}
    </>
  )
}
