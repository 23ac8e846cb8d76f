/**
 * What each ciphertext is bound to. The service builds the same texts; a share moved to another user, wallet, keyset or
 * purpose does not open. Fields are ids of a fixed alphabet without `|`.
 */
export type KeysetIds = { userId: string; walletId: string; keysetId: string }

const bytes = (...parts: readonly string[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(['v1', ...parts].join('|'))

/** The client half at rest in this partition. */
export const deviceShareAad = (ids: KeysetIds & { deviceId: string }) =>
  bytes(ids.userId, ids.walletId, ids.keysetId, ids.deviceId)

/** A device's server half on its way to the service. */
export const keysetAad = (ids: KeysetIds) => bytes('keyset', ids.userId, ids.walletId, ids.keysetId)

/** The recovery keyset's server half on its way to the service. */
export const recoveryShareAad = (ids: KeysetIds) =>
  bytes('recovery-share', ids.userId, ids.walletId, ids.keysetId)

/** The key of the recovery keyset's client half on its way to the recovery module. */
export const recoveryKeyAad = (ids: KeysetIds) =>
  bytes('recovery-key', ids.userId, ids.walletId, ids.keysetId)

/** The recovery keyset's client half at rest in the service. Only the keys app reads and writes it. */
export const recoveryClientAad = (ids: KeysetIds) =>
  bytes('recovery-client', ids.userId, ids.walletId, ids.keysetId)

/** A device's server half on its way back. */
export const releaseAad = (keysetId: string, purpose: 'sign' | 'confirm') =>
  bytes('release', keysetId, purpose)

/** The recovery keyset's server half on its way to a new device. */
export const recoverShareAad = (keysetId: string) => bytes('recover-share', keysetId)

/** The recovery key on its way to a new device. */
export const recoverKeyAad = (keysetId: string) => bytes('recover-key', keysetId)

/** A record of this partition's own, by its name. */
export const recordAad = (name: string) => bytes('record', name)
