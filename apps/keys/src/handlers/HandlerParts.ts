import type { KeysState } from '@latchkey/protocol/keys'
import type { Exclusive } from '../exclusive.ts'
import type { KeysContext } from '../KeysContext.ts'
import type { Signer } from '../wallet/signer.ts'

/** What the handlers are made of. */
export type HandlerParts = {
  context: KeysContext
  readState(): Promise<KeysState>
  signer: Signer
  /** Codes are asked for and answered one after the other. */
  oneLogin: Exclusive
  /** Fires when the login that is under way is overtaken by a sign-out. */
  loginOver(): AbortSignal
  cancelLogin(): void
}
