import { splitRoot } from '@latchkey/keyring'
import { randomId } from '@latchkey/std/randomId'
import { seal } from '../hpke/hpkeSeal.ts'
import { encrypt } from './aesGcm.ts'
import { withSecrets } from './combineHalves.ts'
import type { JoinKeyset, SealForJoinInput } from './PanelVault.ts'
import { joinAad, keysetAad, recoveryClientAad, recoveryShareAad } from './recoveryAad.ts'
import type { MethodKeyset } from './Vault.ts'

type Owner = { userId: string; walletId: string }

/** Plain copies: WebCrypto takes no view whose buffer could be shared. */
const splitCopies = (root: Uint8Array, keep: <B extends Uint8Array>(bytes: B) => B) =>
  splitRoot(root).then(([first, second]) => {
    keep(first)
    keep(second)
    return { client: keep(Uint8Array.from(first)), server: keep(Uint8Array.from(second)) }
  })

/**
 * Splits a root for a recovery method: the client half under the method's key, the server half sealed to the service.
 * `splitRoot` has checked that the halves give the root back. The root stays the caller's to zero.
 */
export const splitForMethod = (
  root: Uint8Array,
  { userId, walletId }: Owner,
  to: { channelKey: string; methodKey: CryptoKey },
): Promise<MethodKeyset> =>
  withSecrets(async (keep) => {
    const { client, server } = await splitCopies(root, keep)
    const ids = { userId, walletId, keysetId: randomId() }
    return {
      keysetId: ids.keysetId,
      clientShare: await encrypt(to.methodKey, client, recoveryClientAad(ids)),
      serverShare: await seal(to.channelKey, server, recoveryShareAad(ids)),
    }
  })

/** Splits a root for a device that joins: the client half sealed to the key of its address. */
export const splitForJoin = (
  root: Uint8Array,
  { userId, walletId }: Owner,
  { channelKey, join }: Pick<SealForJoinInput, 'channelKey' | 'join'>,
): Promise<JoinKeyset> =>
  withSecrets(async (keep) => {
    const { client, server } = await splitCopies(root, keep)
    const keysetId = randomId()
    const { joinId, deviceId, publicKey } = join
    return {
      keysetId,
      clientShare: await seal(publicKey, client, joinAad({ joinId, keysetId, deviceId })),
      serverShare: await seal(channelKey, server, keysetAad({ userId, walletId, keysetId })),
    }
  })
