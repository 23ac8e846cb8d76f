import { goBack } from '@latchkey/core'
import { useConfig, useNetwork } from '@latchkey/react'
import { Button, Icon, IconButton, LiveRegion, TextField } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { NetworkRow } from '../../parts/NetworkRow.tsx'
import { type NetworkSwitch, useNetworkSwitch } from '../../parts/useNetworkSwitch.ts'
import { findNetworks, type NetworkGroups } from './findNetworks.ts'

/** Fewer than this are read faster than searched. */
const SEARCH_FROM = 5

/** The networks of the page, and which one is in use. */
export function NetworksView(): ReactElement {
  const config = useConfig()
  const { networks } = useNetwork()
  const [query, setQuery] = useState('')
  const switching = useNetworkSwitch(() => goBack(config))
  const groups = findNetworks(networks, query)
  const count = groups.main.length + groups.tests.length
  return (
    <div>
      {networks.length >= SEARCH_FROM ? <Search query={query} count={count} onChange={setQuery} /> : null}
      <Failure switching={switching} />
      {count === 0 ? (
        <Empty query={query} onReset={() => setQuery('')} />
      ) : (
        <Groups groups={groups} switching={switching} />
      )}
    </div>
  )
}

function Search(props: { query: string; count: number; onChange: (query: string) => void }): ReactElement {
  const { query, count, onChange } = props
  const say = useSay()
  return (
    <div className="lk-pinned">
      <TextField
        role="searchbox"
        label={say('networks.search')}
        hideLabel
        placeholder={say('networks.search')}
        leading={<Icon name="search" />}
        value={query}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        action={
          query === '' ? undefined : (
            <IconButton icon="close" label={say('networks.clear')} onClick={() => onChange('')} />
          )
        }
      />
      <LiveRegion message={query === '' ? '' : say('networks.found', { count })} />
    </div>
  )
}

function Groups({ groups, switching }: { groups: NetworkGroups; switching: NetworkSwitch }): ReactElement {
  const say = useSay()
  const rows = (list: NetworkGroups['main']) =>
    list.map((network) => <NetworkRow key={network.caipNetworkId} network={network} switching={switching} />)
  return (
    <div className="lk-stack">
      {rows(groups.main)}
      {groups.tests.length > 0 ? <h3 className="lk-group">{say('networks.tests')}</h3> : null}
      {rows(groups.tests)}
    </div>
  )
}

function Failure({ switching }: { switching: NetworkSwitch }): ReactElement | null {
  const say = useSay()
  const { failed, choose } = switching
  if (!failed) return null
  return (
    <div className="lk-alert">
      <ErrorCard
        error={failed.error}
        action={{ label: say('shell.tryAgain'), onClick: () => choose(failed.network) }}
      />
    </div>
  )
}

function Empty({ query, onReset }: { query: string; onReset: () => void }): ReactElement {
  const say = useSay()
  return (
    <div className="lk-empty">
      <p className="lk-dim">{say('networks.empty', { query: query.trim() })}</p>
      <Button size="small" onClick={onReset}>
        {say('networks.showAll')}
      </Button>
    </div>
  )
}
