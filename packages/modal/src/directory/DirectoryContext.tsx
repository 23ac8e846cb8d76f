import { type Config, type CustomWallet, readRecentWallets } from '@latchkey/core'
import type { AskWallets, createDirectory, Directory, WalletListState } from '@latchkey/core/directory'
import {
  type Cell,
  createCell,
  type KnownWallets,
  keptWallets,
  listedWallets,
  recommendedWallets,
} from '@latchkey/core/wallets'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { painted } from '@latchkey/std/painted'
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'

/** The directory of one modal, whose code is loaded on first need. */
type DirectoryHolder = Cell<Directory | undefined> & {
  /**
   * Loads the code, after the view is on the screen, and asks for what it shows, once while the modal is open. Never
   * rejects: without it there are fewer rows.
   */
  start(): void
  /** The modal has closed: its next opening may ask for what failed. */
  rest(): void
  /** The directory, for whoever has its code already. */
  ensure(create: typeof createDirectory): Directory
  stop(): void
}

function createDirectoryHolder(config: Config, ask?: AskWallets): DirectoryHolder {
  const cell = createCell<Directory | undefined>(undefined)
  const ensure = (create: typeof createDirectory): Directory => {
    const directory = cell.getState() ?? create(config, ask)
    if (!cell.getState()) cell.setState(directory)
    return directory
  }
  let isStarted = false
  return {
    ...cell,
    start() {
      if (isStarted) return
      isStarted = true
      void painted()
        .then(() => import('@latchkey/core/directory'))
        .then(
          (module) => ensure(module.createDirectory).loadHome(),
          () => undefined,
        )
    },
    rest() {
      isStarted = false
    },
    ensure,
    stop: () => cell.getState()?.stop(),
  }
}

const DirectoryContext = createContext<DirectoryHolder | undefined>(undefined)

type DirectoryProviderProps = {
  /** Who answers; default: the service. */
  ask?: AskWallets | undefined
  children?: ReactNode
}

/** Gives every view of one modal the same directory, so that what was loaded is there at once the next time. */
export function DirectoryProvider({ ask, children }: DirectoryProviderProps): ReactElement {
  const config = useConfig()
  const [holder] = useState(() => createDirectoryHolder(config, ask))
  useEffect(() => {
    const stop = config.modal.subscribe(({ open }) => {
      if (!open) holder.rest()
    })
    return () => {
      stop()
      holder.stop()
    }
  }, [config, holder])
  return <DirectoryContext.Provider value={holder}>{children}</DirectoryContext.Provider>
}

export function useDirectoryHolder(): DirectoryHolder {
  const holder = useContext(DirectoryContext)
  if (!holder) throw new TypeError('The directory needs a <DirectoryProvider> above it.')
  return holder
}

type DirectoryWallets = {
  /** Those that the page names, in its order. */
  featured: readonly CustomWallet[]
  /** Up to 4 more. */
  recommended: readonly CustomWallet[]
  /** Those used last, as far as the directory knows them, newest first. */
  recent: readonly CustomWallet[]
  /** How many wallets the whole list has; undefined while that is not known. */
  count: number | undefined
}

const NOTHING: KnownWallets = { wallets: [], picked: [], count: undefined }
const EMPTY: Cell<Pick<WalletListState, 'wallets' | 'count'>> = createCell({
  wallets: [],
  count: undefined,
})

/** The directory's answer to this modal, else the answer that storage keeps from an earlier one. */
function knownWallets(config: Config, directory: Directory | undefined): KnownWallets {
  const { wallets = [], count } = directory?.all.getState() ?? {}
  if (!directory || count === undefined) return keptWallets(config) ?? NOTHING
  return { wallets, picked: directory.picked.getState(), count }
}

/**
 * The directory's part of the first view: what is known when the view is drawn. The directory is asked when the modal is
 * open; what it answers then is for the next time, as nothing may move under a finger, except that a wallet that it lists
 * no longer goes.
 *
 * @param open the modal is on the screen
 */
export function useDirectoryWallets(open: boolean): DirectoryWallets {
  const config = useConfig()
  const holder = useDirectoryHolder()
  const directory = useSlice(holder)
  const { enableWallets = true, featuredWalletIds = [], customWallets = [] } = config.options
  const [shown] = useState(() => (enableWallets ? knownWallets(config, holder.getState()) : NOTHING))
  useEffect(() => {
    if (open && enableWallets) holder.start()
  }, [open, enableWallets, holder])
  const answer = useSlice(directory?.all ?? EMPTY)
  const { connectors } = useSlice(config.connectors)
  // biome-ignore lint/correctness/useExhaustiveDependencies: connectors and opening change what is listed elsewhere.
  return useMemo(() => {
    const used = readRecentWallets(config.storage)
    const listed = listedWallets(config, used)
    const left = new Set(answer.wallets.map(({ id }) => id))
    const wallets =
      answer.count === undefined ? shown.wallets : shown.wallets.filter(({ id }) => left.has(id))
    const { picked, count } = shown
    const known = [...picked, ...wallets]
    return {
      ...recommendedWallets({ first: wallets, picked, featuredIds: featuredWalletIds, listed }),
      recent: used.flatMap(({ id }) => known.find((wallet) => wallet.id === id) ?? []),
      count: count === undefined ? undefined : count + customWallets.length,
    }
  }, [config, shown, answer, connectors, open])
}
