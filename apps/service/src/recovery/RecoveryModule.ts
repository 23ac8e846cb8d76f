import type { Sealed } from '@latchkey/protocol/http'
import type { Database } from '../db/Database.ts'

export type RecoverySubject = { userId: string; walletId: string; keysetId: string }

/**
 * Keeps the keys of recovery shares, apart from the shares themselves. The rest of the service sees sealed messages
 * alone, so that a process of its own can take this over.
 */
export type RecoveryModule = {
  /**
   * Keeps a key. `sealed` was made by the keys app with additional data `v1|recovery-key|<userId>|<walletId>|<keysetId>`.
   *
   * @param db the caller's transaction while both share a database
   * @throws SealedMessageError
   */
  keep(subject: RecoverySubject, sealed: Sealed, db: Database): Promise<void>
  /**
   * Releases a key, sealed to a one-use key with additional data `v1|recover-key|<keysetId>`. The module judges the
   * login itself.
   *
   * @param login when the person last proved the address, milliseconds since the epoch
   * @throws FreshLoginRequiredError, WalletNotFoundError, SealedMessageError
   */
  release(subject: RecoverySubject, login: { authTime: number }, publicKey: string): Promise<Sealed>
  /** Forgets the keys of a wallet for ever: it never became active, its owner has protected it, or it is deleted. */
  forget(walletId: string, db: Database): Promise<void>
}
