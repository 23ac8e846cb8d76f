import { splitRoot, zeroize } from '@latchkey/keyring'
import { randomId } from '@latchkey/std/randomId'
import { seal } from '../hpke/hpkeSeal.ts'
import { deviceShareAad, type KeysetIds } from './aad.ts'
import { encrypt } from './aesGcm.ts'
import { withSecrets } from './combineHalves.ts'
import type { JoinKeyset, SealForJoinInput } from './PanelVault.ts'
import { joinAad, keysetAad, recoveryClientAad, recoveryKeyAad, recoveryShareAad } from './recoveryAad.ts'
import type { DeviceKeyset, MethodKeyset, NewWallet } from './Vault.ts'

type Recipients = { channelKey: string; wrappingKey: CryptoKey }

/** Plain copies: WebCrypto takes no view whose buffer could be shared. */
const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

/**
 * Splits a root for one device: the client half under its wrapping key, the server half sealed to the service.
 * `splitRoot` has checked that the halves give the root back. The root stays the caller's to zero.
 */
export async function splitForDevice(
  root: Uint8Array,
  ids: KeysetIds & { deviceId: string },
  to: Recipients,
): Promise<DeviceKeyset> {
  const [first, second] = await splitRoot(root)
  const client = copy(first)
  const server = copy(second)
  try {
    return {
      ...ids,
      clientShare: await encrypt(to.wrappingKey, client, deviceShareAad(ids)),
      serverShare: await seal(to.channelKey, server, keysetAad(ids)),
    }
  } finally {
    zeroize(first, second, client, server)
  }
}

/**
 * Splits a root for recovery (standard tier): both halves go to the service, the client half encrypted by a key that goes
 * to the recovery module alone. The root stays the caller's to zero.
 */
export async function splitForRecovery(
  root: Uint8Array,
  ids: KeysetIds,
  to: Recipients,
): Promise<NewWallet['recovery']> {
  const [first, second] = await splitRoot(root)
  const client = copy(first)
  const server = copy(second)
  const rawKey = crypto.getRandomValues(new Uint8Array(32))
  try {
    const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt'])
    return {
      keysetId: ids.keysetId,
      serverShare: await seal(to.channelKey, server, recoveryShareAad(ids)),
      clientShare: await encrypt(key, client, recoveryClientAad(ids)),
      recoveryKey: await seal(to.channelKey, rawKey, recoveryKeyAad(ids)),
    }
  } finally {
    zeroize(first, second, client, server, rawKey)
  }
}

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
