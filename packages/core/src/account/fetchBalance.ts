import { ageOf } from '@latchkey/std/ageOf'
import { BalanceUnavailableError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Connector.ts'
import { accountOf, activeNamespace, findNetwork, networkIdOf, patchAccount } from './accounts.ts'

/** Spec 9: a balance is fresh for 30 s, and a failed look-up is not tried again for 30 s, ms. */
const FRESH = 30_000

/**
 * Reads the native balance of one namespace's account into the store.
 *
 * @param options `namespace`: default the active network's; `force`: also where the last answer is fresh
 * @throws BalanceUnavailableError 'Token Balance Unavailable'
 */
export async function fetchBalance(
  config: Config,
  options: { namespace?: ChainNamespace | undefined; force?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const { namespace = activeNamespace(config) } = options
  const network = findNetwork(config.networks.getState(), networkIdOf(config, namespace))
  const { address, caipAddress } = accountOf(config.accounts, namespace)
  if (!address || !caipAddress) return
  const adapter = config.adapters[namespace]
  if (!network || !adapter?.getBalance) throw new BalanceUnavailableError()
  const { balances } = config.runtime
  const show = (balance: string) => {
    // The visitor may have switched or left while the network answered.
    if (accountOf(config.accounts, namespace).caipAddress === caipAddress)
      patchAccount(config.accounts, namespace, { balance, balanceSymbol: network.nativeCurrency.symbol })
  }
  const last = balances.get(caipAddress)
  if (last && !options.force && ageOf(last.at) < FRESH) {
    if (last.balance === undefined) throw new BalanceUnavailableError()
    return show(last.balance)
  }
  const signal = options.signal ?? config.runtime.signal
  const began = (config.runtime.balancesAsked ?? 0) + 1
  config.runtime.balancesAsked = began
  /** A look-up that began later, as after a transaction, knows better. */
  const keep = (balance: string | undefined) => {
    const { began: other = 0, balance: known } = balances.get(caipAddress) ?? {}
    const isOld = other > began && known !== undefined
    if (!isOld) balances.set(caipAddress, { at: Date.now(), balance, began })
    return !isOld
  }
  try {
    const balance = await adapter.getBalance({
      network,
      address,
      signal,
    })
    if (keep(balance)) show(balance)
  } catch (cause) {
    // Whoever gave up has learned nothing about the network.
    if (!signal.aborted) keep(undefined)
    throw new BalanceUnavailableError({ cause })
  }
}
