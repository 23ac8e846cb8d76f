import type { Account } from '@latchkey/protocol'
import type { Encrypted, Sealed } from '@latchkey/protocol/http'
import type { KeysetIds } from './aad.ts'
import type { Intent } from './intents.ts'

/** A device keyset as the vault makes it: the client half for this partition, the server half for the service. */
export type DeviceKeyset = KeysetIds & {
  deviceId: string
  /** Client half, under the partition's wrapping key. */
  clientShare: Encrypted
  /** Server half, sealed to the service. */
  serverShare: Sealed
}

/** What a new wallet consists of before anybody but this device knows of it. */
export type NewWallet = {
  walletId: string
  accounts: Account[]
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
  accounts: readonly Account[]
  clientShare: Encrypted
  serverShare: Sealed
  wrappingKey: CryptoKey
}

export type RecoverInput = CreateInput & {
  shareTicket: string
  keyTicket: string
  accounts: readonly Account[]
  recovery: { keysetId: string; serverShare: Sealed; clientShare: Encrypted; recoveryKey: Sealed }
}

/** A recovery method's halves, as the service releases them. */
export type MethodKeyset = { keysetId: string; serverShare: Sealed; clientShare: Encrypted }

export type RecoverByInput = CreateInput & {
  /** Of the server half. */
  ticket: string
  accounts: readonly Account[]
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

export type Signed =
  | { kind: 'signature'; signature: string; hash?: string }
  | { kind: 'transaction'; raw: string; hash: string }

/**
 * Where roots, shares in the clear and keys live: inside the worker, and nowhere else. What goes in and comes out is public
 * or encrypted. Shares are combined, checked against the recorded addresses, and zeroed here.
 */
export type Vault = {
  /** Makes a root, splits it twice, checks that both splits give it back, and forgets it. */
  create(input: CreateInput): Promise<NewWallet>
  /** Makes a one-use key; at most eight wait at a time. */
  openTicket(): Promise<Ticket>
  /** Combines the halves and keeps the key for a short time. @throws ShareDamagedError when they do not give the wallet */
  unlock(input: UnlockInput): Promise<void>
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
   * Reads the intent by the signing policy, then signs. Null: the wallet is locked, and nothing was signed.
   *
   * @throws IntentRefusedError
   */
  sign(walletId: string, intent: Intent): Promise<Signed | null>
  /** Forgets the key and the waiting tickets. */
  lock(): Promise<void>
  /** Pays the first signature's cost. */
  warmUp(): Promise<void>
}
