import { createRoot, zeroize } from '@latchkey/keyring'
import type { Encrypted } from '@latchkey/protocol/http'
import { randomId } from '@latchkey/std/randomId'
import type { AnyKeySigner } from '../accounts/KeySigner.ts'
import { open } from '../hpke/hpkeOpen.ts'
import { deviceShareAad } from './aad.ts'
import { encrypt } from './aesGcm.ts'
import { combineForRecovery } from './combineForRecovery.ts'
import { accountsIn, withSecrets } from './combineHalves.ts'
import { splitForDevice, splitForRecovery } from './keysets.ts'
import { joinAad, recoverKeyAad } from './recoveryAad.ts'
import type {
  AdoptJoinInput,
  CreateInput,
  DeviceKeyset,
  NewWallet,
  RecoverByInput,
  RecoverInput,
} from './Vault.ts'

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** See `Vault.create`. */
export async function create(input: CreateInput, signers: readonly AnyKeySigner[]): Promise<NewWallet> {
  const root = createRoot(randomBytes)
  try {
    const accounts: string[] = []
    for (const signer of signers) accounts.push(...(await accountsIn(signer, root)))
    const { userId, walletId } = input
    const device = await splitAnew(root, input)
    const recovery = await splitForRecovery(root, { userId, walletId, keysetId: randomId() }, input)
    return { walletId, accounts, device, recovery }
  } finally {
    zeroize(root)
  }
}

/** See `Vault.recover`. The key of the client half comes from the recovery module, sealed to a ticket of its own. */
export const recover = (
  input: RecoverInput,
  pairs: { share: CryptoKeyPair; key: CryptoKeyPair },
  signers: readonly AnyKeySigner[],
): Promise<DeviceKeyset> =>
  withSecrets(async (keep) => {
    const { recovery } = input
    const rawKey = keep(await open(pairs.key, recovery.recoveryKey, recoverKeyAad(recovery.keysetId)))
    const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['decrypt'])
    const halves = halvesOf(input, recovery)
    return splitAnew(keep(await combineForRecovery(halves, key, pairs.share, signers)), input)
  })

/** See `Vault.recoverBy`. */
export const recoverBy = (
  input: RecoverByInput,
  ticket: CryptoKeyPair,
  signers: readonly AnyKeySigner[],
): Promise<DeviceKeyset> =>
  withSecrets(async (keep) => {
    const halves = halvesOf(input, input.method)
    return splitAnew(keep(await combineForRecovery(halves, input.methodKey, ticket, signers)), input)
  })

const halvesOf = (
  { userId, walletId, accounts }: RecoverInput | RecoverByInput,
  { keysetId, clientShare, serverShare }: RecoverByInput['method'],
) => ({ ids: { userId, walletId, keysetId }, clientShare, serverShare, accounts })

const splitAnew = (root: Uint8Array, input: CreateInput): Promise<DeviceKeyset> => {
  const { userId, walletId, deviceId } = input
  return splitForDevice(root, { userId, walletId, keysetId: randomId(), deviceId }, input)
}

/** See `Vault.adoptJoin`. */
export const adoptJoin = (input: AdoptJoinInput): Promise<Encrypted> =>
  withSecrets(async (keep) => {
    const { joinId, ids, keyPair, clientShare, wrappingKey } = input
    const client = keep(await open(keyPair, clientShare, joinAad({ joinId, ...ids })))
    return encrypt(wrappingKey, client, deviceShareAad(ids))
  })
