import { accountOf, type Config } from '@latchkey/core/connector'
import { providerCell } from './InjectedWallet.ts'
import { injected } from './injectedConnector.ts'
import { findLegacyWallets, type LegacyWallet } from './legacyWallets.ts'

/** How long `window.ethereum` is waited for, ms. */
const LATE_INJECTION = 1_000

type Listed = LegacyWallet & { id: string }

/**
 * Lists the wallets at `window.ethereum` that have not announced themselves, now and once more a little later, for
 * those that are put there late. Returns how to look again, and how to stop.
 */
export function watchLegacy(
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
