import type { Encrypted, Sealed } from '@latchkey/protocol/http'
import type { AnyKeySigner } from '../accounts/KeySigner.ts'
import { ShareDamagedError } from '../errors/keysErrors.ts'
import { open } from '../hpke/hpkeOpen.ts'
import type { KeysetIds } from './aad.ts'
import { decrypt } from './aesGcm.ts'
import { combineChecked, withSecrets } from './combineHalves.ts'
import { recoverShareAad, recoveryClientAad } from './recoveryAad.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A recovery keyset's halves, as the service gives them. */
export type RecoveryHalves = {
  ids: KeysetIds
  clientShare: Encrypted
  serverShare: Sealed
  accounts: readonly string[]
}

/**
 * The halves of a recovery keyset. The caller zeroes the answer.
 *
 * @param key of the client half
 * @throws ShareDamagedError when they do not give the wallet; with `half: 'client'` when `key` does not open that half
 */
export const combineForRecovery = (
  halves: RecoveryHalves,
  key: CryptoKey,
  ticket: CryptoKeyPair,
  signers: readonly AnyKeySigner[],
): Promise<Uint8Array> =>
  withSecrets(async (keep) => {
    const { ids } = halves
    const client = keep(await openClientHalf(key, halves))
    const server = keep(await open(ticket, halves.serverShare, recoverShareAad(ids.keysetId)))
    return combineChecked(client, server, halves.accounts, signers)
  })

async function openClientHalf(key: CryptoKey, { ids, clientShare }: RecoveryHalves): Promise<Bytes> {
  try {
    return await decrypt(key, clientShare, recoveryClientAad(ids))
  } catch {
    throw new ShareDamagedError({ data: { half: 'client' } })
  }
}
