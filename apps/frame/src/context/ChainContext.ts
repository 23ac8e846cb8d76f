import type { FrameDocumentConfig } from '@latchkey/protocol'
import type { RecordPlace } from '../store/createRecord.ts'
import type { ChainRpc } from './ChainRpc.ts'
import type { KeysConnection } from './KeysConnection.ts'

/** What requests are read, prepared and signed with, wherever they are shown. */
export type SigningContext = RecordPlace & {
  config: FrameDocumentConfig
  /** Who asks: the host of a frame, as the handshake proved it, or the wallet's own page. */
  origin: string
  keys: KeysConnection
  chain: ChainRpc
  now: () => number
  /** Smart accounts known to have code, as `chainId/address`: they never lose it. See chains/evm/accounts/isDeployed. */
  deployedAccounts: Set<string>
}

/** The same, with the kind of account that a request means which names none. */
export type ChainContext = SigningContext & {
  store: { get(): { preferredAccountType: 'eoa' | 'smartAccount' } }
}
