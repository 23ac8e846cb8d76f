import type { ChainRpc } from '../../context/ChainRpc.ts'
import type { Frame, FrameState } from '../../context/Frame.ts'
import type { KeysConnection } from '../../context/KeysConnection.ts'
import type { Locale } from '../../locales/Locale.ts'
import { createStore } from '../../store/store.ts'
import { type AccountPage, ask } from '../page/AccountPage.ts'

/** Keys of this page answer all that keys of a frame do. */
const keysOf = (page: AccountPage): KeysConnection => ({
  client: page.client as unknown as KeysConnection['client'],
  state: async () => page.store.get().keys ?? (await ask(page, 'getState', {})),
})

/**
 * What approvals are made from, on the wallet's own page: nobody asks but the person, and the smart account is meant.
 *
 * @param chain the way to the networks
 */
export function createAccountFrame(page: AccountPage, chain: ChainRpc, locale: Locale): Frame {
  const { config, now } = page
  const store = createStore<FrameState>({
    keys: page.store.get().keys,
    chainId: config.chains[0]?.id ?? 0,
    screen: { name: 'none' },
    locale,
    appName: null,
    signingOut: false,
    preferredAccountType: 'smartAccount',
    emailChange: null,
  })
  return {
    config,
    origin: config.walletOrigin,
    store,
    keys: keysOf(page),
    chain,
    // No site reads here.
    limitReads: (run) => run(),
    syncSession: () => undefined,
    approvals: () => Promise.reject(new Error('The account page shows its own')),
    now,
    deployedAccounts: new Set(),
    storage: () => window.localStorage,
    memory: new Map(),
    reload: () => undefined,
  }
}
