import { type Sealed, type Session, WalletNotFoundError } from '@latchkey/protocol/http'
import { accountIdsOf, namespacesOf } from '../accounts/accountIds.ts'
import { CancelledError } from '../errors/keysErrors.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { StoredShare } from '../state/keysState.ts'
import { unlockWallet } from '../wallet/signer.ts'

export type Joined = {
  joinId: string
  /** The pair whose public half stood in the address of the approving window. */
  keyPair: CryptoKeyPair
  session: Session
  keysetId: string
  clientShare: Sealed
}

/**
 * Takes over the half that another device sealed for this one. It is stored only after it has given the wallet back
 * together with the service's half. The login must be on record before.
 *
 * @param over fires on sign-out
 * @throws ShareDamagedError when the halves do not give the wallet, or were sealed for another join or device
 */
export async function adoptJoin(context: KeysContext, joined: Joined, over: AbortSignal): Promise<void> {
  const { partition, vault } = context
  const { joinId, keyPair, session, keysetId } = joined
  const { user, wallet } = session
  if (!wallet) throw new WalletNotFoundError()
  const { deviceId, wrappingKey } = await partition.device()
  const ids = { userId: user.id, walletId: wallet.id, keysetId, deviceId }
  const clientShare = await vault.adoptJoin({
    joinId,
    keyPair,
    ids,
    clientShare: joined.clientShare,
    wrappingKey,
  })
  const recorded = accountIdsOf(wallet.accounts)
  const share: StoredShare = { v: 2, ...ids, accounts: recorded, clientShare }
  // All of them are the service's word until the key has given them.
  const request = { purpose: 'sign', namespaces: namespacesOf(recorded), signal: over } as const
  const accounts = await unlockWallet(context, share, request)
  if (!(await partition.writeShare({ ...share, accounts }, () => !over.aborted))) throw new CancelledError()
}
