import type { Encrypted, Sealed } from '@latchkey/protocol/http'
import type { Signed, SignRequest } from '../accounts/KeySigner.ts'
import type { KeysetIds } from './aad.ts'

/** A device keyset as the vault makes it: the client half for this partition, the server half for the service. */
export type DeviceKeyset = KeysetIds & {
  deviceId: string
  /** Client half, under the partition's wrapping key. */
  clientShare: Encrypted
  /** Server half, sealed to the service. */
  serverShare: Sealed
}

/** The parts of a new wallet, before the service has them. */
export type NewWallet = {
  walletId: string
  /** CAIP-10, here and in all that the vault is given. */
  accounts: string[]
  device: DeviceKeyset
  recovery: { keysetId: string; serverShare: Sealed; clientShare: Encrypted; recoveryKey: Sealed }
}

export type CreateInput = {
  userId: string
  walletId: string
  deviceId: string
  /** The service's HPKE public key. */
  channelKey: string
  wrappingKey: CryptoKey
}

/** A one-use key pair that waits in the vault for what the service will seal to it. */
export type Ticket = { id: string; publicKey: string }

export type UnlockInput = {
  ticket: string
  purpose: 'sign' | 'confirm'
  ids: KeysetIds & { deviceId: string }
  accounts: readonly string[]
  /** Those whose accounts the wallet is to gain, if it has not; besides those that this vault has used already. */
  namespaces?: readonly string[] | undefined
  clientShare: Encrypted
  serverShare: Sealed
  wrappingKey: CryptoKey
}

export type RecoverInput = CreateInput & {
  shareTicket: string
  keyTicket: string
  accounts: readonly string[]
  recovery: { keysetId: string; serverShare: Sealed; clientShare: Encrypted; recoveryKey: Sealed }
}

/** A recovery method's halves, as the service releases them. */
export type MethodKeyset = { keysetId: string; serverShare: Sealed; clientShare: Encrypted }

export type RecoverByInput = CreateInput & {
  /** Of the server half. */
  ticket: string
  accounts: readonly string[]
  /** Of the client half; cannot be exported. */
  methodKey: CryptoKey
  method: MethodKeyset
}

export type AdoptJoinInput = {
  joinId: string
  /** The pair whose public half stood in the approving window's address. */
  keyPair: CryptoKeyPair
  ids: KeysetIds & { deviceId: string }
  clientShare: Sealed
  wrappingKey: CryptoKey
}

/**
 * Where roots, shares in the clear and keys live: inside the worker, and nowhere else. What goes in and comes out is public
 * or encrypted. Shares are combined, checked against the recorded addresses, and zeroed here.
 */
export type Vault = {
  /** Makes a root, splits it twice, checks that both splits give it back, and forgets it. */
  create(input: CreateInput): Promise<NewWallet>
  /** Makes a one-use key; at most eight wait at a time. */
  openTicket(): Promise<Ticket>
  /**
   * Combines the halves and keeps the keys for a short time.
   *
   * @returns the accounts of every namespace that is wanted or was used, those on record or not
   * @throws ShareDamagedError when the halves do not give the wallet
   */
  unlock(input: UnlockInput): Promise<string[]>
  /** Combines the recovery halves and splits anew for this device. @throws ShareDamagedError as `unlock` */
  recover(input: RecoverInput): Promise<DeviceKeyset>
  /**
   * As `recover`, with the key of a recovery method.
   *
   * @throws ShareDamagedError when the halves do not give the wallet; with `half: 'client'` when the key is another one
   */
  recoverBy(input: RecoverByInput): Promise<DeviceKeyset>
  /** Takes over the client half that another device sealed for this one. It proves itself by `unlock`. @throws ShareDamagedError */
  adoptJoin(input: AdoptJoinInput): Promise<Encrypted>
  /**
   * Reads the request by the signing policy, then signs. Null: the account is locked, and nothing was signed.
   *
   * @throws IntentRefusedError
   * @throws UnknownAccountError when its namespace has no signer
   */
  sign(walletId: string, request: SignRequest): Promise<Signed | null>
  /** Forgets the key and the waiting tickets. */
  lock(): Promise<void>
  /** Pays the first signature's cost. */
  warmUp(): Promise<void>
}
