import { boundText, type KeysetIds } from './aad.ts'

/** A device's server half on its way to the service. */
export const keysetAad = (ids: KeysetIds) => boundText('keyset', ids.userId, ids.walletId, ids.keysetId)

/** The recovery keyset's server half on its way to the service. */
export const recoveryShareAad = (ids: KeysetIds) =>
  boundText('recovery-share', ids.userId, ids.walletId, ids.keysetId)

/** The key of the recovery keyset's client half on its way to the recovery module. */
export const recoveryKeyAad = (ids: KeysetIds) =>
  boundText('recovery-key', ids.userId, ids.walletId, ids.keysetId)

/** The recovery keyset's client half at rest in the service. Only the keys app reads and writes it. */
export const recoveryClientAad = (ids: KeysetIds) =>
  boundText('recovery-client', ids.userId, ids.walletId, ids.keysetId)

/** The recovery keyset's server half on its way to a new device. */
export const recoverShareAad = (keysetId: string) => boundText('recover-share', keysetId)

/** The recovery key on its way to a new device. */
export const recoverKeyAad = (keysetId: string) => boundText('recover-key', keysetId)

/** The client half that an approving device hands to a joining one. */
export const joinAad = (ids: { joinId: string; keysetId: string; deviceId: string }) =>
  boundText('join', ids.joinId, ids.keysetId, ids.deviceId)
