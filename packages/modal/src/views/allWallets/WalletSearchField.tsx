import { Icon, IconButton, LiveRegion, Spinner, TextField } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type { WalletSearchState } from '../../directory/createWalletSearch.ts'
import { useSay } from '../../locales/LocaleContext.tsx'

export type WalletSearchFieldProps = {
  search: WalletSearchState
  /** How many were found; undefined while that is not known. */
  count: number | undefined
  autofocus: boolean
  onType: (text: string) => void
}

/** What is searched, and for those who do not see it how much was found. */
export function WalletSearchField({
  search,
  count,
  autofocus,
  onType,
}: WalletSearchFieldProps): ReactElement {
  const say = useSay()
  const { text, query, isBusy } = search
  return (
    <>
      <TextField
        role="searchbox"
        label={say('wallets.search')}
        hideLabel
        placeholder={say('wallets.search')}
        leading={isBusy ? <Spinner /> : <Icon name="search" />}
        value={text}
        maxLength={100}
        data-autofocus={autofocus || undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        action={
          text === '' ? undefined : (
            <IconButton icon="close" label={say('wallets.clear')} onClick={() => onType('')} />
          )
        }
      />
      <LiveRegion
        message={query === undefined || isBusy || count === undefined ? '' : say('wallets.found', { count })}
      />
    </>
  )
}
