import type { Kit } from '@latchkey/keyring'
import type { Sealed } from '@latchkey/protocol/http'
import type { MethodKeyset, RecoverByInput, UnlockInput, Vault } from './Vault.ts'

export type EnrolInput = {
  /** The root comes from the halves of this device. */
  device: UnlockInput
  /** The service's HPKE public key. */
  channelKey: string
  methodKey: CryptoKey
}

export type ProveInput = Pick<
  RecoverByInput,
  'userId' | 'walletId' | 'ticket' | 'accounts' | 'methodKey' | 'method'
> & {
  methodId: string
}

export type SealForJoinInput = {
  device: UnlockInput
  channelKey: string
  join: { joinId: string; deviceId: string; publicKey: string }
}

/** Both halves for a device that joins: one for the service, one for the device. */
export type JoinKeyset = { keysetId: string; serverShare: Sealed; clientShare: Sealed }

/** `account`: CAIP-10 of the key's account; the first one on record where it is left out. */
export type RevealInput = { device: UnlockInput; what: 'key' | 'phrase'; account?: string | undefined }

export type MakeKitInput = { device: UnlockInput; accounts: readonly string[]; createdAt: number }

/**
 * The vault of the account page's document. What it does beside the other needs the root again, from the halves of this
 * device; the root never outlives the call.
 */
export type PanelVault = Vault & {
  /** Splits the root for a recovery method. @throws ShareDamagedError */
  enrol(input: EnrolInput): Promise<MethodKeyset>
  /** Opens a method's halves and signs `methodText`: they give the wallet. @throws ShareDamagedError */
  prove(input: ProveInput): Promise<{ signature: string }>
  /** Splits the root for another device. @throws ShareDamagedError */
  sealForJoin(input: SealForJoinInput): Promise<JoinKeyset>
  /** The private key as its namespace writes it, or the 24 words. It leaves the worker for the screen alone. @throws ShareDamagedError */
  reveal(input: RevealInput): Promise<string>
  /** A kit and its own recovery code. @throws ShareDamagedError */
  makeKit(input: MakeKitInput): Promise<{ kit: Kit; code: string }>
}
