import { hasCode } from '@latchkey/errors'
import { addMethod, proveMethod, RecoveryMethodError } from '@latchkey/protocol/http'
import { SignedOutError } from '@latchkey/protocol/keys'
import { ShareDamagedError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import { completeSession, type StoredShare } from '../state/keysState.ts'
import type { PanelVault } from '../vault/PanelVault.ts'
import type { UnlockInput } from '../vault/Vault.ts'
import { loseShare, releaseForDevice } from '../wallet/signer.ts'
import {
  isOtherKey,
  keysetOf,
  type MethodRequest,
  type OpenedMethod,
  releaseMethod,
} from './bringByMethod.ts'
import type { Passkeys } from './browserPasskeys.ts'
import type { PasskeyWindow, WindowRequest } from './openPasskeyWindow.ts'

/** What the panels of the account page's document work with. */
export type PanelContext = KeysContext & {
  readonly vault: PanelVault
  readonly passkeys: Passkeys
  /** Opens a window that makes a passkey, in a person's press; null where the browser opens none. */
  openWindow(request: WindowRequest, signal: AbortSignal): PasskeyWindow | null
}

/** The share of the wallet that is open on this device. @throws SignedOutError */
export async function requireOpenWallet({ partition }: KeysContext): Promise<StoredShare> {
  const share = await partition.readShare()
  const complete = completeSession({ session: (await partition.sessions.read())?.value ?? null, share })
  if (!complete || !share) throw new SignedOutError()
  return share
}

/**
 * Does something in the vault that needs the root, from the halves of this device. A half that is damaged or was revoked
 * counts no more, as when it fails to sign: signing in again restores it.
 *
 * @throws SignedOutError, KeysetNotFoundError
 */
export async function withDeviceHalves<T>(
  context: KeysContext,
  signal: AbortSignal,
  work: (device: UnlockInput, share: StoredShare) => Promise<T>,
): Promise<T> {
  const share = await requireOpenWallet(context)
  try {
    return await work(await releaseForDevice(context, share, { purpose: 'sign', signal }), share)
  } catch (error) {
    return await loseShare(context, share, error)
  }
}

/** Who a method belongs to, in its key's derivation. */
export type Owner = { userId: string; walletId: string }
export type NewMethod =
  | { kind: 'passkey'; passkeyId: string; label: string }
  | { kind: 'code'; label: string }

/** The owner of the wallet that is open here. @throws SignedOutError */
export async function openOwner(context: PanelContext): Promise<Owner> {
  const { userId, walletId } = await requireOpenWallet(context)
  return { userId, walletId }
}

/**
 * Splits the wallet for a recovery method and registers its halves. It counts only once it is proven.
 *
 * @param methodKey which the service never sees
 * @returns the id of the method
 */
export const enrolMethod = (
  context: PanelContext,
  method: NewMethod,
  methodKey: CryptoKey,
  signal: AbortSignal,
): Promise<string> =>
  withDeviceHalves(context, signal, async (device, { walletId }) => {
    const { channelKey } = context.config
    const keyset = await context.vault.enrol({ device, channelKey, methodKey })
    const body = { ...method, keyset }
    const { methodId } = await context.authorized.call(addMethod, { params: { walletId }, body, signal })
    return methodId
  })

/** A method that has given the wallet back. It counts once the service has seen the signature. */
export type TriedMethod = { methodId: string; signature: string }

/**
 * Tries whether a method gives the wallet back: its halves are released, combined and compared, and what comes of them signs.
 *
 * @param keyOf the method's key; sees the salt that the service keeps for it
 * @throws RecoveryMethodError when the wallet has no such method, or it is not the one expected
 * @throws ShareDamagedError with `half: 'client'` when the key is another one
 */
export async function tryMethod(
  context: PanelContext,
  method: MethodRequest & { methodId?: string | undefined; keyOf(opened: OpenedMethod): Promise<CryptoKey> },
  signal: AbortSignal,
): Promise<TriedMethod> {
  const { vault } = context
  const { keyOf, methodId, ...request } = method
  const { userId, walletId, accounts } = await requireOpenWallet(context)
  const { ticket, opened } = await releaseMethod(context, walletId, request, signal)
  if (methodId !== undefined && opened.methodId !== methodId) throw new RecoveryMethodError()
  const methodKey = await keyOf(opened)
  const stored = { method: keysetOf(opened), methodId: opened.methodId }
  const { signature } = await vault
    .prove({ userId, walletId, ticket, accounts, methodKey, ...stored })
    .catch((error: unknown) => {
      throw hasCode(error, ShareDamagedError.code) && !isOtherKey(error) ? damagedMethod() : error
    })
  return { methodId: opened.methodId, signature }
}

/** Has the service count a method that was tried: what it replaces stops working. Needs no fresh login. */
export async function confirmMethod(
  { authorized }: PanelContext,
  { methodId, signature }: TriedMethod,
  signal: AbortSignal,
): Promise<void> {
  await authorized.call(proveMethod, { params: { methodId }, body: { signature }, signal })
}

/** Both in one go. @throws as `tryMethod` */
export async function proveByMethod(
  context: PanelContext,
  method: Parameters<typeof tryMethod>[1],
  signal: AbortSignal,
): Promise<void> {
  await confirmMethod(context, await tryMethod(context, method, signal), signal)
}

/** The halves of a method do not give the wallet, though the key is right. */
const damagedMethod = () =>
  new RecoveryMethodError({
    message:
      'What is stored for this way to recover does not give your wallet back. Remove it and add another.',
  })
