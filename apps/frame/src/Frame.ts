import type { ChainInfo, FrameDocumentConfig, ResultOf } from '@latchkey/protocol'
import type { KeysContract, KeysState } from '@latchkey/protocol/keys'
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
  /** What the host or the person chose; where a network has no smart accounts it is the plain one all the same. */
  preferredAccountType: 'eoa' | 'smartAccount'
  /** The step of an e-mail change that waits for its code. */
  emailChange: EmailChangeStep | null
}

export type EmailChangeStep = ResultOf<KeysContract['methods']['startEmailChange']>

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
  /** Smart accounts known to have code, as `chainId/address`: they never lose it. See smartAccount/isDeployed. */
  deployedAccounts: Set<string>
  /** The document's own storage for what must outlive a reload; reading it throws where the browser blocks it. */
  storage: () => Storage
  /** Keeps for this session what the browser's storage refuses. See storage/createRecord. */
  memory: Map<string, string>
  /** Starts the document anew. */
  reload: () => void
}

/** The active network's description. */
export function activeChain({ config, store }: Frame): ChainInfo {
  const { chainId } = store.get()
  return config.chains.find((chain) => chain.id === chainId) ?? (config.chains[0] as ChainInfo)
}
