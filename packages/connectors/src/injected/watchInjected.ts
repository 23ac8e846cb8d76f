import { accountOf, type Config } from '@latchkey/core/connector'
import {
  type Announcement,
  findLegacyWallets,
  type LegacyWallet,
  type ProviderCell,
  parseAnnouncement,
  providerCell,
} from './InjectedWallet.ts'
import { injected } from './injectedConnector.ts'

/** How Latchkey's own provider announces itself. */
const OWN_RDNS = 'dev.latchkey'
/** A page that announces without end is stopped here. */
const MOST_WALLETS = 100

type Known = { rdns: string; provider: ProviderCell }
type AnnouncedWallets = {
  /** Whether an object of the page, or a wallet of one of these names, has announced itself. */
  has(provider: object, rdns?: readonly string[]): boolean
  stop(): void
}

/**
 * EIP-6963: listens, then asks the wallets of the page to announce themselves. A wallet is told from others by its rdns
 * and uuid, never by its name; what was announced stays.
 */
function watchAnnouncements(config: Config, onAnnounced: () => void): AnnouncedWallets {
  const known = new Map<string, Known>()
  const withRdns = (rdns: string) => [...known.values()].filter((wallet) => wallet.rdns === rdns).length
  const add = (announced: Announcement) => {
    const { uuid, rdns, name, icon } = announced
    const before = known.get(uuid)
    // The uuid of a wallet is public: who repeats it under another name is somebody else.
    if (before) return before.rdns === rdns ? before.provider.replace(announced.provider) : undefined
    if (rdns === OWN_RDNS || known.size >= MOST_WALLETS) return
    const provider = providerCell(announced.provider)
    const id = withRdns(rdns) === 0 ? rdns : `${rdns}:${uuid}`
    known.set(uuid, { rdns, provider })
    const isAmbiguous = () => withRdns(rdns) > 1
    config.addConnector(
      injected({ id, name, rdns, type: 'ANNOUNCED', provider, isAmbiguous, ...(icon ? { icon } : {}) }),
    )
    onAnnounced()
  }
  const listener = (event: Event) => {
    const announced = parseAnnouncement((event as CustomEvent<unknown>).detail)
    if (announced) add(announced)
  }
  window.addEventListener('eip6963:announceProvider', listener)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return {
    has: (provider, rdns = []) =>
      [...known.values()].some((wallet) => wallet.provider.get() === provider || rdns.includes(wallet.rdns)),
    stop: () => window.removeEventListener('eip6963:announceProvider', listener),
  }
}

/** How long `window.ethereum` is waited for, ms. */
const LATE_INJECTION = 1_000

type Listed = LegacyWallet & { id: string }

/**
 * Lists the wallets at `window.ethereum` that have not announced themselves, now and once more a little later, for
 * those that are put there late. Returns how to look again, and how to stop.
 */
function watchLegacy(
  config: Config,
  isAnnounced: (provider: object, rdns?: readonly string[]) => boolean,
): { look(): void; stop(): void } {
  let listed: Listed[] = []
  const isAnother = ({ provider, rdns }: LegacyWallet) =>
    !isAnnounced(provider, rdns) &&
    !listed.some((wallet) => wallet.provider === provider || (rdns && wallet.rdns?.[0] === rdns[0]))
  const look = () => {
    // Who announces itself late is in the list by its own name then.
    const announced = listed.filter(
      ({ id, provider, rdns }) => isAnnounced(provider, rdns) && !inUse(config, id),
    )
    for (const { id } of announced) remove(config, id)
    listed = listed.filter((wallet) => !announced.includes(wallet))
    for (const wallet of findLegacyWallets(window)) if (isAnother(wallet)) add(wallet)
  }
  const add = (wallet: LegacyWallet) => {
    const { name, rdns } = wallet
    const plain = `injected${rdns ? `.${rdns[0]}` : ''}`
    const count = listed.filter(({ id }) => id === plain || id.startsWith(`${plain}:`)).length
    const id = count === 0 ? plain : `${plain}:${count + 1}`
    listed.push({ ...wallet, id })
    // Wallets without a name come in any order: which of them was used before cannot be told.
    const isAmbiguous = () => listed.filter((other) => other.id.split(':')[0] === plain).length > 1
    const provider = providerCell(wallet.provider)
    config.addConnector(
      injected({
        id,
        name,
        type: 'INJECTED',
        provider,
        isAmbiguous,
        ...(rdns?.[0] ? { rdns: rdns[0] } : {}),
      }),
    )
  }
  look()
  const timer = setTimeout(look, LATE_INJECTION)
  window.addEventListener('ethereum#initialized', look)
  return {
    look,
    stop() {
      clearTimeout(timer)
      window.removeEventListener('ethereum#initialized', look)
    },
  }
}

const inUse = (config: Config, id: string) => {
  const { connectorId, status } = accountOf(config.accounts, 'eip155')
  return (connectorId === id && status !== 'disconnected') || config.runtime.attempts.has('eip155')
}

function remove({ connectors }: Config, id: string): void {
  const list = connectors.getState().connectors
  list.find((connector) => connector.id === id)?.destroy?.()
  connectors.setState({ connectors: list.filter((connector) => connector.id !== id) })
}

/**
 * Adds the wallets of this browser to the config as connectors, those that are there and those that come later:
 * EIP-6963 announcements, and `window.ethereum` for wallets that do not announce themselves. It asks no wallet for
 * anything. A server has no wallets.
 *
 * @param config `enableEIP6963` and `enableInjected` of its options turn each of the two off
 * @returns how to stop
 * @example
 * const stop = watchInjected(config)
 */
export function watchInjected(config: Config): () => void {
  if (typeof window === 'undefined') return () => undefined
  const { enableEIP6963 = true, enableInjected = true } = config.options
  let look = (): void => undefined
  const announced: AnnouncedWallets | undefined = enableEIP6963
    ? watchAnnouncements(config, () => look())
    : undefined
  if (!enableInjected) return () => announced?.stop()
  const legacy = watchLegacy(config, (provider, rdns) => announced?.has(provider, rdns) ?? false)
  look = legacy.look
  return () => {
    announced?.stop()
    legacy.stop()
  }
}
