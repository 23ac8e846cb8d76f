import type { ChainInfo, FrameDocumentConfig } from '@latchkey/protocol'
import type { KeysState } from '@latchkey/protocol/keys'
import type { Approvals } from './approvals/Approvals.ts'
import type { Store } from './createStore.ts'
import type { SessionSync } from './keys/createSessionSync.ts'
import type { KeysConnection } from './keys/KeysConnection.ts'
import type { Locale } from './locales/Locale.ts'
import type { ChainRpc } from './rpc/ChainRpc.ts'
import type { Limit } from './rpc/limitConcurrency.ts'
import type { ScreenState } from './screens/ScreenState.ts'

/** What the frame shows and knows; screens and events follow from it. */
export type FrameState = {
  /** null until the keys app answered for the first time */
  keys: KeysState | null
  /** The active network's id. */
  chainId: number
  screen: ScreenState
  locale: Locale
  /** What the host says it is called: never an identity, and shown as a quotation. */
  appName: string | null
  /** The host itself asked to sign out, so the end of the session is no news to it. */
  signingOut: boolean
}

/** One frame, for one host whose origin the handshake proved. Everything else takes this as its first argument. */
export type Frame = {
  config: FrameDocumentConfig
  origin: string
  store: Store<FrameState>
  keys: KeysConnection
  chain: ChainRpc
  /** Runs what the host reads of the network, so much at once and no more; the wallet's own calls do not wait in it. */
  limitReads: Limit
  /** Has the session checked, now and then. */
  syncSession: SessionSync
  /** Loads the part that decodes and shows approvals. */
  approvals: () => Promise<Approvals>
  now: () => number
  /** Whom this session sent to: what a look-alike address would imitate. */
  counterparties: Set<string>
  /** Starts the document anew. */
  reload: () => void
}

/** The active network's description. */
export function activeChain({ config, store }: Frame): ChainInfo {
  const { chainId } = store.get()
  return config.chains.find((chain) => chain.id === chainId) ?? (config.chains[0] as ChainInfo)
}
