import type { ChainInfo, ResultOf } from '@latchkey/protocol'
import type { KeysContract, KeysState } from '@latchkey/protocol/keys'
import type { Detour } from '../approvals/ApprovalView.ts'
import type { Locale } from '../locales/Locale.ts'
import type { Store } from '../store/store.ts'
import type { Limit, RpcRequest, SessionSync, SigningContext } from './ChainContext.ts'
import type { ScreenState } from './ScreenState.ts'

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

type EmailChangeStep = ResultOf<KeysContract['methods']['startEmailChange']>

/** One frame, for one host whose origin the handshake proved. Everything else takes this as its first argument. */
export type Frame = SigningContext & {
  store: Store<FrameState>
  /** Runs what the host reads of the network, so much at once and no more; the wallet's own calls do not wait in it. */
  limitReads: Limit
  /** Has the session checked, now and then. */
  syncSession: SessionSync
  /** Loads the part that decodes and shows approvals. */
  approvals: () => Promise<Approvals>
  /** Starts the document anew. */
  reload: () => void
}

/** The active network's description. */
export function activeChain({ config, store }: Frame): ChainInfo {
  const { chainId } = store.get()
  return config.chains.find((chain) => chain.id === chainId) ?? (config.chains[0] as ChainInfo)
}

/** Puts unsafe requests before the person, one at a time. */
export type Approvals = {
  /**
   * Resolves with the method's result once the person approved, or rejects with a typed error. An abort takes the
   * request away until it is approved; after that the result is returned, since it exists.
   */
  request(request: RpcRequest, signal: AbortSignal): Promise<unknown>
  /**
   * Puts to the person what they asked for: to speed up or to stop the account's first transaction that waits. Resolves
   * once they are done with it.
   */
  replace(chain: ChainInfo, account: string, way: Detour, signal: AbortSignal): Promise<void>
}
