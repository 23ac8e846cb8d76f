import type { Config } from '@latchkey/core/connector'
import { getWallets } from '@wallet-standard/app'
import { readStandardWallet } from '../standard/readStandardWallet.ts'
import { rdnsOf } from '../standard/servedNetwork.ts'
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
  const add = (...registered: readonly unknown[]) => {
    for (const one of registered) {
      const wallet = readStandardWallet(one, ID_PREFIX, 'standard:connect')
      if (!wallet || names.size >= MOST_WALLETS) continue
      const plain = `${ID_PREFIX}${wallet.name.replace(/[^\w.-]+/g, '-')}`
      const count = (names.get(plain) ?? 0) + 1
      names.set(plain, count)
      const id = count === 1 ? plain : `${plain}:${count}`
      // A second one of a name may be anybody: it is not put into the row of the first.
      const rdns = () => (count === 1 ? rdnsOf(config, wallet.name, ID_PREFIX) : undefined)
      config.addConnector(solanaWallet({ id, wallet, rdns }))
    }
  }
  const wallets = getWallets()
  add(...wallets.get())
  return wallets.on('register', add)
}
