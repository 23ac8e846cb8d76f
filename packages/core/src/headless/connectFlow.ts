import type { SocialProvider } from '@latchkey/protocol/socials'
import { createStore } from 'zustand/vanilla'
import type { Cell } from '../directory/createCell.ts'
import type { Directory, WalletList } from '../directory/createDirectory.ts'
import type { Config } from '../interfaces/Config.ts'
import {
  type ConnectActions,
  type ConnectStep,
  createConnectSteps,
  type Parts,
  type WalletOption,
} from './connectSteps.ts'

export type { ConnectActions, ConnectStep, WalletOption } from './connectSteps.ts'

export type WalletDirectory = {
  wallets: readonly WalletOption[]
  hasMore: boolean
  isLoading: boolean
  /** Why the next page did not come; `retry` asks for it again. */
  error: unknown
}

/** What a page draws of its ways to connect. */
export type ConnectState = {
  step: ConnectStep
  /** Installed, recent, featured and recommended wallets, in the order of the modal. */
  wallets: readonly WalletOption[]
  /** All wallets, or what the search has found. */
  directory: WalletDirectory
  /** Signing in by e-mail is offered. */
  email: boolean
  socials: readonly SocialProvider[]
  passkeys: boolean
}

/** Connecting, step by step. */
export type ConnectFlow = Cell<ConnectState> &
  ConnectActions & {
    /** Loads the code, finds wallets and asks the service what the page offers. Call it when the page shows them. */
    start(): Promise<void>
    /** Starts the embedded wallet, so that it is there when the code is asked for: as when the e-mail field is focused. */
    prepare(): void
    /** Searches the directory once nothing has been typed for 300 ms; an empty text ends the search. */
    search(text: string): void
    /** Asks for the directory's next page. */
    loadMore(): void
    /** Gives up what is under way, as when the page shows them no more. `start` begins again. */
    stop(): void
  }

const NO_WALLETS: WalletDirectory = { wallets: [], hasMore: false, isLoading: false, error: undefined }

/**
 * Makes the steps of connecting, for a page that draws them itself.
 *
 * @example
 * const flow = createConnectFlow(latchkey.config)
 * flow.subscribe(() => draw(flow.getState()))
 * await flow.start()
 */
export function createConnectFlow(config: Config): ConnectFlow {
  const store = createStore<ConnectState>(() => ({
    step: { name: 'choose' },
    wallets: [],
    directory: NO_WALLETS,
    email: false,
    socials: [],
    passkeys: false,
  }))
  let found: { parts: Parts; directory: Directory } | undefined
  const refresh = () => {
    const step = steps.now()
    store.setState(found ? { step, ...readOptions(config, found.parts, found.directory) } : { step })
  }
  const steps = createConnectSteps(config, refresh)
  let running: AbortController | undefined
  const begin = async (signal: AbortSignal) => {
    const [parts] = await Promise.all([steps.load(), config.runtime.load?.()])
    if (signal.aborted || config.runtime.signal.aborted) return
    found ??= { parts, directory: parts.createDirectory(config) }
    const { directory } = found
    const { connectors, features, accounts, networks, modal } = config
    const slices = [connectors, features, accounts, networks, modal, directory.all, directory.picked]
    for (const slice of [...slices, directory.search])
      signal.addEventListener('abort', slice.subscribe(refresh))
    signal.addEventListener('abort', followFound(directory.search, refresh))
    // From now on the service may be asked what the page offers, as by the modal's first opening.
    config.runtime.drawsConnect = true
    modal.setState({})
    directory.loadHome()
    refresh()
    // Whoever signs in by a social network loads it anew.
    await steps.loadSocial().catch(() => undefined)
  }
  const start = async () => {
    if (running) return
    const own = new AbortController()
    running = own
    try {
      await begin(own.signal)
    } catch (error) {
      if (own.signal.aborted || config.runtime.signal.aborted) return
      running = undefined
      steps.failLoading(error, () => void start())
    }
  }
  return {
    ...store,
    ...steps.actions,
    start,
    prepare: () =>
      void found?.parts
        .emailConnector(config)
        ?.prepare?.()
        .catch(() => undefined),
    search: (text) => found?.directory.search.type(text),
    loadMore: () => found && listOf(found.directory).loadMore(),
    retry() {
      steps.actions.retry()
      const list = found && listOf(found.directory)
      if (list?.getState().error !== undefined) list.retry()
    },
    stop() {
      running?.abort()
      running = undefined
      steps.actions.back()
      found?.directory.stop()
    },
  }
}

/** Follows what a search has found, which grows and is another list with the next search. Returns how to stop. */
function followFound(search: Directory['search'], refresh: () => void): () => void {
  let list: WalletList | undefined
  let stop: (() => void) | undefined
  const follow = () => {
    const { found } = search.getState()
    if (found === list) return
    stop?.()
    list = found
    stop = found?.subscribe(refresh)
  }
  const stopSearch = search.subscribe(follow)
  follow()
  return () => {
    stopSearch()
    stop?.()
  }
}

const listOf = ({ all, search }: Directory) => search.getState().found ?? all

/** What the page offers now. */
function readOptions(config: Config, parts: Parts, directory: Directory): Omit<ConnectState, 'step'> {
  const { connectors } = config.connectors.getState()
  const features = config.features.getState()
  const {
    enableWallets = true,
    customWallets = [],
    featuredWalletIds = [],
    connectorTypeOrder,
  } = config.options
  const first = directory.all.getState().wallets
  const picked = directory.picked.getState()
  const recent = parts.readRecentWallets(config.storage)
  const canPair = connectors.some(({ type }) => type === 'WALLET_CONNECT')
  const listed = parts.listedWallets(config, recent)
  const rows = parts.walletRows({
    connectors,
    order: connectorTypeOrder ?? [],
    recent,
    canPair,
    custom: customWallets,
    ...parts.recommendedWallets({ first, picked, featuredIds: featuredWalletIds, listed }),
    known: recent.flatMap(({ id }) => [...picked, ...first].find((wallet) => wallet.id === id) ?? []),
  })
  const { wallets, hasMore, isLoading, error } = listOf(directory).getState()
  return {
    wallets: enableWallets ? rows : [],
    directory:
      enableWallets && canPair
        ? {
            wallets: wallets.map(parts.directoryRow),
            hasMore,
            isLoading,
            error,
          }
        : NO_WALLETS,
    email: features.email && parts.emailConnector(config) !== undefined,
    socials: parts.socialProviders(config, features),
    passkeys: parts.offersPasskeys(config, features),
  }
}
