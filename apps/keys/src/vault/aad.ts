/**
 * What each ciphertext is bound to. The service builds the same texts; a share moved to another user, wallet, keyset or
 * purpose does not open. Fields are ids of a fixed alphabet without `|`.
 */
export type KeysetIds = { userId: string; walletId: string; keysetId: string }

/** A text of that form, as WebCrypto takes it. */
export const boundText = (...parts: readonly string[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(['v1', ...parts].join('|'))

/** The client half at rest in this partition. */
export const deviceShareAad = (ids: KeysetIds & { deviceId: string }) =>
  boundText(ids.userId, ids.walletId, ids.keysetId, ids.deviceId)

/** A device's server half on its way back. */
export const releaseAad = (keysetId: string, purpose: 'sign' | 'confirm') =>
  boundText('release', keysetId, purpose)

/** A record of this partition's own, by its name. */
export const recordAad = (name: string) => boundText('record', name)
