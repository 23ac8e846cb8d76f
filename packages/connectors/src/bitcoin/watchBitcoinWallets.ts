import type { Config } from '@latchkey/core/connector'
import { getWallets } from '@wallet-standard/app'
import { rdnsOf } from '../standard/servedNetwork.ts'
import type { BitcoinWallet } from './BitcoinWallet.ts'
import { bitcoinWallet } from './bitcoinConnector.ts'
import { readSatsConnectWallet } from './satsConnectWallet.ts'
import { readStandardBitcoinWallet } from './standardBitcoinWallet.ts'

/** A page that registers without end is stopped here. */
const MOST_WALLETS = 100
const ID_PREFIX = 'bip122:'

/** What wallets put on the page (WBIP-004); the one that came before that list is known by its place. */
function satsConnectWallets(): unknown[] {
  const xverse = { id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet' }
  try {
    const { btc_providers: told } = window as { btc_providers?: unknown }
    const listed: unknown[] = Array.isArray(told) ? told.slice(0, MOST_WALLETS) : []
    return listed.some((one) => idOf(one) === xverse.id) ? listed : [...listed, xverse]
  } catch {
    // Every script of the page can put itself there.
    return [xverse]
  }
}

function idOf(told: unknown): unknown {
  try {
    return (told as { id?: unknown } | null)?.id
  } catch {
    return undefined
  }
}

/**
 * Adds the wallets of this browser that know Bitcoin: those that register themselves by the Wallet Standard, now and later, and those
 * in `window.btc_providers` by now. It asks no wallet for anything.
 *
 * @returns how to stop
 */
export function watchBitcoinWallets(config: Config): () => void {
  if (typeof window === 'undefined') return () => undefined
  const names = new Set<string>()
  const add = (wallet: BitcoinWallet | undefined) => {
    if (!wallet || names.size >= MOST_WALLETS) return
    const id = `${ID_PREFIX}${wallet.name.replace(/[^\w.-]+/g, '-')}`
    // A wallet may be there in both ways; the first is taken. A second of one name may be anybody.
    if (names.has(id)) return
    names.add(id)
    config.addConnector(bitcoinWallet({ id, wallet, rdns: () => rdnsOf(config, wallet.name, ID_PREFIX) }))
  }
  for (const one of satsConnectWallets()) add(readSatsConnectWallet(one, window))
  const addAll = (...registered: readonly unknown[]) => {
    for (const one of registered) add(readStandardBitcoinWallet(one))
  }
  const wallets = getWallets()
  addAll(...wallets.get())
  return wallets.on('register', addAll)
}
