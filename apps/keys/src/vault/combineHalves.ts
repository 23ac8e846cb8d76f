import { combineRoot, zeroize } from '@latchkey/keyring'
import type { Account } from '@latchkey/protocol'
import { ShareDamagedError } from '../errors/keysErrors.ts'
import { open } from '../hpke/hpkeOpen.ts'
import * as aad from './aad.ts'
import { decrypt } from './aesGcm.ts'
import type { UnlockInput } from './Vault.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The halves of this device. The caller zeroes the answer. @throws ShareDamagedError when they do not give the wallet */
export const combineForDevice = (input: UnlockInput, ticket: CryptoKeyPair): Promise<Uint8Array> =>
  withSecrets(async (keep) => {
    const client = keep(await decrypt(input.wrappingKey, input.clientShare, aad.deviceShareAad(input.ids)))
    const server = keep(
      await open(ticket, input.serverShare, aad.releaseAad(input.ids.keysetId, input.purpose)),
    )
    return combineChecked(client, server, input.accounts)
  })

/** Zeroes everything that was handed to `keep`, however the work ends. */
export async function withSecrets<T>(
  work: (keep: <B extends Uint8Array>(bytes: B) => B) => Promise<T>,
): Promise<T> {
  const secrets: Uint8Array[] = []
  try {
    return await work((bytes) => {
      secrets.push(bytes)
      return bytes
    })
  } finally {
    zeroize(...secrets)
  }
}

/** Combines and compares with the recorded address; whatever does not fit is one and the same error. */
export async function combineChecked(
  client: Bytes,
  server: Bytes,
  accounts: readonly Account[],
): Promise<Uint8Array> {
  const recorded = accounts.find((account) => account.namespace === 'eip155' && account.type === 'eoa')
  if (!recorded) throw new ShareDamagedError()
  try {
    return await combineRoot(client, server, { eip155: recorded.address })
  } catch {
    throw new ShareDamagedError()
  }
}
