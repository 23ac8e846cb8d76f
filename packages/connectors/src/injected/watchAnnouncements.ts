import type { Config } from '@latchkey/core/connector'
import { type ProviderCell, providerCell } from './InjectedWallet.ts'
import { injected } from './injectedConnector.ts'
import { type Announcement, parseAnnouncement } from './parseAnnouncement.ts'

/** How Latchkey's own provider announces itself. */
const OWN_RDNS = 'dev.latchkey'
/** A page that announces without end is stopped here. */
const MOST_WALLETS = 100

type Known = { rdns: string; provider: ProviderCell }
export type AnnouncedWallets = {
  /** Whether an object of the page, or a wallet of one of these names, has announced itself. */
  has(provider: object, rdns?: readonly string[]): boolean
  stop(): void
}

/**
 * EIP-6963: listens, then asks the wallets of the page to announce themselves. A wallet is told from others by its rdns
 * and uuid, never by its name; what was announced stays.
 */
export function watchAnnouncements(config: Config, onAnnounced: () => void): AnnouncedWallets {
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
