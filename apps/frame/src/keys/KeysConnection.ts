import type { Client } from '@latchkey/bridge'
import type { KeysContract, KeysState } from '@latchkey/protocol/keys'

/** The way to the keys app. A connection that ended is opened anew by the next call. */
export type KeysConnection = {
  /** Waits for the keys app. Rejects with KeysUnavailableError. */
  client(): Promise<Client<KeysContract>>
  /** The state as keys tells it now. */
  state(): Promise<KeysState>
}
