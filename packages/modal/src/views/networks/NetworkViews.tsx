import {
  type AccountState,
  type ChainNamespace,
  close,
  currentView,
  goBack,
  isDeclined,
  type Network,
  push,
  showToast,
} from '@latchkey/core'
import { useConfig, useNetwork, useSlice } from '@latchkey/react'
import { Banner, Button, Disclosure, Icon, IconButton, LiveRegion, Row, TextField } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { NetworkIcon } from '../../parts/pictures/NetworkIcon.tsx'
import { SignOutRow } from '../../parts/SignOutRow.tsx'
import { navigate } from '../../router/navigate.ts'

/**
 * Choosing a network goes back when it has worked, and when it has not (spec 2): then a toast says so. Where there is no
 * view to go back to, the failure is shown in place.
 */
function useNetworkChoice(): NetworkSwitch {
  const config = useConfig()
  const say = useSay()
  const isShown = (network: Network) => {
    const { byNamespace } = config.accounts.getState()
    if (needsWallet(network, byNamespace)) push(config, { name: 'Connect' })
    else goBack(config)
  }
  return useNetworkSwitch(isShown, (network, error) => {
    if (config.router.getState().stack.length < 2) return false
    goBack(config)
    const key = isDeclined(error) ? 'networks.declined' : 'networks.failed'
    showToast(config, { kind: 'error', message: say(key, { name: network.name }) })
    return true
  })
}

type NetworkGroups = { main: Network[]; tests: Network[] }

/** Networks whose name or id holds the query, test networks apart. */
export function findNetworks(networks: readonly Network[], query: string): NetworkGroups {
  const wanted = query.trim().toLowerCase()
  const found = networks.filter(
    ({ name, id }) => name.toLowerCase().includes(wanted) || String(id) === wanted,
  )
  return {
    main: found.filter((network) => !network.testnet),
    tests: found.filter((network) => network.testnet),
  }
}

type Accounts = Readonly<Partial<Record<ChainNamespace, AccountState>>>

/** A wallet is connected, but none for the kind of this network: choosing it leads to connecting one. */
export function needsWallet({ chainNamespace }: Network, accounts: Accounts): boolean {
  const isConnected = (state: AccountState | undefined) => state?.status === 'connected'
  return Object.values(accounts).some(isConnected) && !isConnected(accounts[chainNamespace])
}

/** So many are read faster than searched. */
const READABLE = 5

/** The networks of the page, and which one is in use. */
export function NetworksView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { networks } = useNetwork()
  const [query, setQuery] = useState('')
  const switching = useNetworkChoice()
  const groups = findNetworks(networks, query)
  const count = groups.main.length + groups.tests.length
  return (
    <div>
      {networks.length > READABLE ? <Search query={query} count={count} onChange={setQuery} /> : null}
      <Unsupported switching={switching} />
      <Failure switching={switching} />
      {count === 0 ? (
        <Empty query={query} onReset={() => setQuery('')} />
      ) : (
        <Groups groups={groups} switching={switching} isSearched={query !== ''} />
      )}
      <div className="lk-line" data-align="center">
        <Button variant="ghost" size="small" onClick={() => navigate(config, 'WhatIsANetwork')}>
          {say('guide.whatIsNetwork')}
        </Button>
      </div>
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

type GroupsProps = { groups: NetworkGroups; switching: NetworkSwitch; isSearched: boolean }

function Groups({ groups, switching, isSearched }: GroupsProps): ReactElement {
  const config = useConfig()
  const { byNamespace } = useSlice(config.accounts)
  const say = useSay()
  const row = (network: NetworkGroups['main'][number]) => (
    <NetworkRow
      key={network.caipNetworkId}
      network={network}
      switching={switching}
      note={
        needsWallet(network, byNamespace) && config.enableNetworkSwitch
          ? say(`networks.connect_${network.chainNamespace}`)
          : undefined
      }
      readOnly={!config.enableNetworkSwitch}
    />
  )
  // Where there is one kind of network, its name would tell nobody anything.
  const rows = (list: NetworkGroups['main']) => {
    const kinds = [...new Set(list.map(({ chainNamespace }) => chainNamespace))]
    if (kinds.length < 2) return list.map(row)
    return kinds.map((kind) => (
      <section key={kind} className="lk-stack" aria-label={say(`networks.${kind}`)}>
        <h3 className="lk-group">{say(`networks.${kind}`)}</h3>
        {list.filter(({ chainNamespace }) => chainNamespace === kind).map(row)}
      </section>
    ))
  }
  const isOpen =
    isSearched ||
    groups.main.length === 0 ||
    groups.tests.some(({ caipNetworkId }) => caipNetworkId === switching.activeId)
  return (
    <div className="lk-stack">
      {rows(groups.main)}
      {groups.tests.length > 0 ? (
        // Each search opens or closes it anew; what the person does in between stays.
        <Disclosure key={String(isSearched)} summary={say('networks.tests')} open={isOpen}>
          <div className="lk-stack">{rows(groups.tests)}</div>
        </Disclosure>
      ) : null}
    </div>
  )
}

/** The wallet is where the page cannot follow: the nearest way back. */
function Unsupported({ switching }: { switching: NetworkSwitch }): ReactElement | null {
  const config = useConfig()
  const { network, networks, caipNetworkId } = useNetwork()
  const say = useSay()
  if (network || config.allowUnsupportedChain) return null
  const namespace = caipNetworkId.split(':')[0]
  const same = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const target = same.find((one) => one.caipNetworkId === config.defaultNetworkId) ?? same[0]
  const action =
    target && config.enableNetworkSwitch ? (
      <Button size="small" loading={switching.pending === target} onClick={() => switching.choose(target)}>
        {say('networks.switchTo', { name: target.name })}
      </Button>
    ) : undefined
  return (
    <div className="lk-alert">
      <Banner tone="warning" title={say('account.unsupported')} action={action}>
        {say('account.unsupportedHelp')}
      </Banner>
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

/** The wallet is on a network that the page does not serve: choose another, or leave. */
export function UnsupportedChainView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { networks, caipNetworkId } = useNetwork()
  const switching = useNetworkSwitch(() =>
    // Opened by core it is the only view, and has been closed with the switch.
    config.router.getState().stack.length > 1 ? goBack(config) : close(config),
  )
  const namespace = caipNetworkId.split(':')[0]
  const same = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const { failed, choose } = switching
  return (
    <div className="lk-stack" data-gap="16">
      <p className="lk-small lk-dim lk-center">{say('unsupported.help')}</p>
      {failed ? (
        <ErrorCard
          error={failed.error}
          action={{ label: say('shell.tryAgain'), onClick: () => choose(failed.network) }}
        />
      ) : null}
      <div className="lk-stack">
        {(same.length > 0 ? same : networks).map((network) => (
          <NetworkRow
            key={network.caipNetworkId}
            network={network}
            switching={switching}
            readOnly={!config.enableNetworkSwitch}
          />
        ))}
      </div>
      <SignOutRow />
    </div>
  )
}

type NetworkRowProps = {
  network: Network
  switching: NetworkSwitch
  /** What choosing it leads to, where that is more than a switch. */
  note?: string | undefined
  /** The list only tells. */
  readOnly?: boolean
}

/** One network of a list. */
export function NetworkRow({ network, switching, note, readOnly = false }: NetworkRowProps): ReactElement {
  return (
    <Row
      icon={<NetworkIcon network={network} />}
      label={<bdi>{network.name}</bdi>}
      sublabel={note}
      current={network.caipNetworkId === switching.activeId}
      busy={network === switching.pending}
      onClick={readOnly ? undefined : () => switching.choose(network)}
    />
  )
}

type NetworkSwitch = {
  activeId: string
  /** The network that the wallet is asked to switch to. */
  pending: Network | undefined
  failed: { network: Network; error: unknown } | undefined
  choose: (network: Network) => void
}

/**
 * Switches the network and says how that goes. A view that has been left meanwhile hears of nothing.
 *
 * @param onFailed answers true when it has said so itself
 */
function useNetworkSwitch(
  onDone: (network: Network) => void,
  onFailed: (network: Network, error: unknown) => boolean = () => false,
): NetworkSwitch {
  const config = useConfig()
  const { caipNetworkId, switchNetwork } = useNetwork()
  const [pending, setPending] = useState<Network>()
  const [failed, setFailed] = useState<NetworkSwitch['failed']>()
  const choose = (network: Network) => {
    if (pending) return
    if (network.caipNetworkId === caipNetworkId) return onDone(network)
    // A view that was left stays for as long as it fades: a step back from it would be one from the view that has come.
    const entry = currentView(config.router.getState())
    const isShown = () => config.modal.getState().open && currentView(config.router.getState()) === entry
    setPending(network)
    setFailed(undefined)
    switchNetwork(network.caipNetworkId).then(
      () => {
        setPending(undefined)
        if (isShown()) onDone(network)
      },
      (error: unknown) => {
        setPending(undefined)
        if (isShown() && !onFailed(network, error)) setFailed({ network, error })
      },
    )
  }
  return { activeId: caipNetworkId, pending, failed, choose }
}
