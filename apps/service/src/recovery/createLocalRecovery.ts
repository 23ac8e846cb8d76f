import { FreshLoginRequiredError, WalletNotFoundError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import { type Channel, sealTo } from '../crypto/channel.ts'
import { envelopeKey, open, seal } from '../crypto/envelope.ts'
import type { Database } from '../db/Database.ts'
import { rewrapStored } from '../db/rewrapStored.ts'
import type { RecoveryModule, RecoverySubject } from './RecoveryModule.ts'
import { recoveryKeys } from './schema.ts'

export type LocalRecoveryOptions = {
  db: Database
  /** The module's own key-encryption key, 32 bytes. */
  kek: Uint8Array
  /** Further keys of the module, which open and seal nothing. */
  otherKeks?: readonly Uint8Array[]
  channel: Channel
  now: () => number
  /** Milliseconds that a login counts as fresh. */
  freshLogin: number
}

const subjectText = ({ userId, walletId, keysetId }: RecoverySubject) => `${userId}|${walletId}|${keysetId}`

/** The recovery module inside the service's own process, with its own table and key-encryption key. */
export function createLocalRecovery(options: LocalRecoveryOptions): RecoveryModule {
  const { db, channel, now, freshLogin } = options
  const key = envelopeKey(options.kek, options.otherKeks)
  const recordContext = (subject: RecoverySubject) => `v1|recovery-record|${subjectText(subject)}`
  return {
    async keep(subject, sealed, transaction) {
      const recoveryKey = await channel.open(sealed, `v1|recovery-key|${subjectText(subject)}`)
      const keySealed = seal(key, recordContext(subject), recoveryKey)
      recoveryKey.fill(0)
      await transaction.insert(recoveryKeys).values({ ...subject, keySealed, createdAt: now() })
    },
    async release(subject, { authTime }, publicKey) {
      if (now() - authTime > freshLogin) throw new FreshLoginRequiredError()
      const { userId, walletId, keysetId } = subject
      const [row] = await db
        .select({ keySealed: recoveryKeys.keySealed })
        .from(recoveryKeys)
        .where(
          and(
            eq(recoveryKeys.keysetId, keysetId),
            eq(recoveryKeys.walletId, walletId),
            eq(recoveryKeys.userId, userId),
          ),
        )
      if (!row) throw new WalletNotFoundError()
      const recoveryKey = open(key, recordContext(subject), row.keySealed)
      const sealed = await sealTo(publicKey, recoveryKey, `v1|recover-key|${keysetId}`)
      recoveryKey.fill(0)
      const { keysetId: id, keySealed: column } = recoveryKeys
      await rewrapStored(db, key, { id, idValue: keysetId, column, sealed: row.keySealed })
      return sealed
    },
    async forget(walletId, transaction) {
      await transaction.delete(recoveryKeys).where(eq(recoveryKeys.walletId, walletId))
    },
  }
}
