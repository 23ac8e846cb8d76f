import { combineRoot, zeroize } from '@latchkey/keyring'
import { UnknownAccountError } from '@latchkey/protocol/keys'
import { accountIdIn, isSameAccount, partsOf } from '../accounts/accountIds.ts'
import type { AnyKeySigner } from '../accounts/KeySigner.ts'
import { ShareDamagedError } from '../errors/keysErrors.ts'
import { open } from '../hpke/hpkeOpen.ts'
import * as aad from './aad.ts'
import { decrypt } from './aesGcm.ts'
import type { UnlockInput } from './Vault.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The halves of this device. The caller zeroes the answer. @throws ShareDamagedError when they do not give the wallet */
export const combineForDevice = (
  input: UnlockInput,
  ticket: CryptoKeyPair,
  signers: readonly AnyKeySigner[],
): Promise<Uint8Array> =>
  withSecrets(async (keep) => {
    const client = keep(await decrypt(input.wrappingKey, input.clientShare, aad.deviceShareAad(input.ids)))
    const server = keep(
      await open(ticket, input.serverShare, aad.releaseAad(input.ids.keysetId, input.purpose)),
    )
    return combineChecked(client, server, input.accounts, signers)
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

/** Combines and compares with the accounts on record; whatever does not fit is one and the same error. */
export async function combineChecked(
  client: Bytes,
  server: Bytes,
  accounts: readonly string[],
  signers: readonly AnyKeySigner[],
): Promise<Uint8Array> {
  try {
    return await combineRoot(client, server, (root) => givesAccounts(root, accounts, signers))
  } catch {
    throw new ShareDamagedError()
  }
}

/** The accounts of a signer, by CAIP-10. */
export async function accountsIn(signer: AnyKeySigner, root: Uint8Array): Promise<string[]> {
  return (await signer.derive(root)).map(({ address, privateKey }) => {
    zeroize(privateKey)
    return accountIdIn(signer, address)
  })
}

/** Whether the root gives each account on record that has a signer here, one at the least. */
async function givesAccounts(
  root: Uint8Array,
  accounts: readonly string[],
  signers: readonly AnyKeySigner[],
): Promise<boolean> {
  let known = 0
  for (const signer of signers) {
    const recorded = accounts.filter((id) => partsOf(id).namespace === signer.namespace)
    if (recorded.length === 0) continue
    const own = await accountsIn(signer, root)
    if (!recorded.every((id) => own.some((one) => isSameAccount(id, one)))) return false
    known += 1
  }
  return known > 0
}

/** The signer of an account's namespace. @throws UnknownAccountError */
export function signerOf(signers: readonly AnyKeySigner[], account: string | undefined): AnyKeySigner {
  const { namespace } = partsOf(account ?? '')
  const signer = signers.find((one) => one.namespace === namespace)
  if (!signer) throw new UnknownAccountError()
  return signer
}
