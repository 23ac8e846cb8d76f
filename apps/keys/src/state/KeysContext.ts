import type { KeysDocumentConfig } from '@latchkey/protocol'
import type { ProofClient } from '../http/proofClient.ts'
import type { TokenClient } from '../http/tokenClient.ts'
import type { Vault } from '../vault/Vault.ts'
import type { Partition } from './partition.ts'

/** What the parts of one keys document share. */
export type KeysContext = {
  readonly config: KeysDocumentConfig
  /** The site that has opened the wallet. */
  readonly hostOrigin: string
  readonly partition: Partition
  readonly vault: Vault
  /** With the device's proof alone. */
  readonly client: ProofClient
  /** With the session's token too. */
  readonly authorized: TokenClient
  /** Tells the frame and the other tabs that the state may be another one now. */
  changed(): Promise<void>
}
