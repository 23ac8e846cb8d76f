import type { ChainRpc } from '../../context/ChainRpc.ts'
import type { ChainContext, KeysConnection } from '../../context/Frame.ts'
import { type AccountPage, ask } from '../page/AccountPage.ts'

/** Keys of this page answer all that keys of a frame do. */
const keysOf = (page: AccountPage): KeysConnection => ({
  client: page.client as unknown as KeysConnection['client'],
  state: async () => page.store.get().keys ?? (await ask(page, 'getState', {})),
})

/**
 * What approvals are made with, on the wallet's own page: nobody asks but the person, and the smart account is meant.
 *
 * @param chain the way to the networks
 */
export const accountContext = (page: AccountPage, chain: ChainRpc): ChainContext => ({
  config: page.config,
  origin: page.config.walletOrigin,
  keys: keysOf(page),
  chain,
  now: page.now,
  deployedAccounts: new Set(),
  storage: () => window.localStorage,
  memory: new Map(),
  store: { get: () => ({ preferredAccountType: 'smartAccount' }) },
})
