import type { Sealed } from '@latchkey/protocol/http'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { open, seal } from '../crypto/envelope.ts'
import { rewrapStored } from '../db/rewrapStored.ts'
import { keysets } from '../db/schema.ts'

/** What a stored share belongs to; every sealing step is bound to all of it. */
export type ShareSubject = {
  kind: 'device' | 'recovery'
  userId: string
  walletId: string
  keysetId: string
  /** Empty for recovery. */
  deviceId: string
}

const recordContext = ({ kind, userId, walletId, keysetId, deviceId }: ShareSubject) =>
  ['v1', `${kind}-share`, userId, walletId, keysetId, deviceId].join('|')
const keyOf = (service: ServiceContext, { kind }: ShareSubject) =>
  kind === 'device' ? service.recordKey : service.recoveryShareKey

/**
 * Opens a share that the keys app sealed to the service, and seals it for the database.
 *
 * @throws SealedMessageError when it was made for another wallet, keyset or user
 */
export async function storeShare(
  service: ServiceContext,
  subject: ShareSubject,
  sealed: Sealed,
): Promise<string> {
  const { userId, walletId, keysetId } = subject
  const label = subject.kind === 'device' ? 'keyset' : 'recovery-share'
  const share = await service.channel.open(sealed, ['v1', label, userId, walletId, keysetId].join('|'))
  try {
    return seal(keyOf(service, subject), recordContext(subject), share)
  } finally {
    share.fill(0)
  }
}

/** Opens a stored share for a moment. The bytes are zeroed when `use` has settled. */
export async function withShare<T>(
  service: ServiceContext,
  subject: ShareSubject,
  stored: string,
  use: (share: Uint8Array) => Promise<T>,
): Promise<T> {
  const share = open(keyOf(service, subject), recordContext(subject), stored)
  try {
    await rewrapStored(service.db, keyOf(service, subject), {
      id: keysets.id,
      idValue: subject.keysetId,
      column: keysets.shareSealed,
      sealed: stored,
    })
    return await use(share)
  } finally {
    share.fill(0)
  }
}
