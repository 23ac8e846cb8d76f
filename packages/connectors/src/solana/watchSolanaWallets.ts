import type { Config } from '@latchkey/core/connector'
import { getWallets } from '@wallet-standard/app'
import { readStandardWallet } from '../standard/readStandardWallet.ts'
import { solanaWallet } from './solanaConnector.ts'

/** A page that registers without end is stopped here. */
const MOST_WALLETS = 100
const ID_PREFIX = 'solana:'

/**
 * Adds the wallets that register themselves by the Wallet Standard and know Solana, those that are there and those that come
 * later. It asks no wallet for anything.
 *
 * @returns how to stop
 */
export function watchSolanaWallets(config: Config): () => void {
  if (typeof window === 'undefined') return () => undefined
  const names = new Map<string, number>()
  /** Its own kind is left out first: their rdns is what is asked here. One that announces itself by EIP-6963 under the same name; of two, nobody can tell which it is. */
  const rdnsOf = (name: string) => {
    const same = config.connectors
      .getState()
      .connectors.filter((other) => !other.id.startsWith(ID_PREFIX) && other.name === name && other.rdns)
    return same.length === 1 ? same[0]?.rdns : undefined
  }
  const add = (...registered: readonly unknown[]) => {
    for (const one of registered) {
      const wallet = readStandardWallet(one, ID_PREFIX, 'standard:connect')
      if (!wallet || names.size >= MOST_WALLETS) continue
      const plain = `${ID_PREFIX}${wallet.name.replace(/[^\w.-]+/g, '-')}`
      const count = (names.get(plain) ?? 0) + 1
      names.set(plain, count)
      const id = count === 1 ? plain : `${plain}:${count}`
      // A second one of a name may be anybody: it is not put into the row of the first.
      const rdns = () => (count === 1 ? rdnsOf(wallet.name) : undefined)
      config.addConnector(solanaWallet({ id, wallet, rdns }))
    }
  }
  const wallets = getWallets()
  add(...wallets.get())
  return wallets.on('register', add)
}
