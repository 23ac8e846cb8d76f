import type { Client } from '@latchkey/bridge'
import type { KeysContract, KeysState } from '@latchkey/protocol/keys'

/** The way to the keys app. A connection that ended is opened anew by the next call. */
export type KeysConnection = {
  /** Waits for the keys app. Rejects with KeysUnavailableError. */
  client(): Promise<Client<KeysContract>>
  /** The state as keys tells it now. */
  state(): Promise<KeysState>
}

/**
 * Has keys check the session with the service, unless that was done less than `maxAge` ms ago. Nobody waits for it: if the
 * session has ended, keys says so.
 */
export type SessionSync = (maxAge: number) => void
