import type { Address, Hex } from 'viem'
import type { TriedAnswer, TriedBlock } from '../model.ts'

/** One call that an account makes. `value` in wei. */
export type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex }

/** ERC-4337 user operation of EntryPoint 0.7, unpacked. Gas in units, fees in wei. */
export type UserOperation = {
  readonly sender: Address
  readonly nonce: bigint
  /** Both only while the account has no code. */
  readonly factory?: Address
  readonly factoryData?: Hex
  readonly callData: Hex
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** All four or none. */
  readonly paymaster?: Address
  readonly paymasterVerificationGasLimit?: bigint
  readonly paymasterPostOpGasLimit?: bigint
  readonly paymasterData?: Hex
}

/** Seconds since the epoch between which an operation may run; 0 for `until` means for ever. */
export type Validity = { readonly after: number; readonly until: number }

/** EIP-712 typed data, complete with `EIP712Domain`, as JSON text: what the owner's key signs. Amounts are decimal strings. */
export type OwnerTypedData = { readonly json: string; readonly hash: Hex }

/**
 * One kind of smart account with one owner. Everything here is a pure function: no network is asked. A second kind is a
 * second value of this type.
 */
export type SmartAccountKind = {
  /** Such as `safe-1.4.1`. */
  readonly name: string
  readonly entryPoint: Address
  /** The one address of an owner, on every network, deployed or not. */
  addressOf(owner: Address): Address
  /** What deploys it (ERC-4337 `factory` and `factoryData`; ERC-6492 likewise). */
  deployment(owner: Address): { readonly factory: Address; readonly factoryData: Hex }
  /** The account's call data that makes these calls, all or none. One at least. */
  encodeCalls(calls: readonly Call[]): Hex
  /** The calls in call data that `encodeCalls` could have made; null for anything else. */
  decodeCalls(callData: Hex): readonly Call[] | null
  /** A signature of the right length for estimates, valid for nobody. */
  readonly stubSignature: Hex
  /** What the owner signs so that the account runs this operation. */
  operationToSign(operation: UserOperation, chainId: number, validity: Validity): OwnerTypedData
  /** The operation's `signature` from the owner's 65 bytes. */
  operationSignature(ownerSignature: Hex, validity: Validity): Hex
  /** How this operation is tried without a signature; left out: only its calls can be. `random`: 32 bytes. */
  trialOf?(owner: Address, operation: UserOperation, chainId: number, random: Hex): OperationTrial
  /** What the owner signs so that the account vouches for a hash (ERC-1271), bound to this account and network. */
  hashToSign(account: Address, chainId: number, hash: Hex): OwnerTypedData
  /** ERC-1271 signature of the account from the owner's 65 bytes; wrapped by ERC-6492 while the account has no code. */
  accountSignature(owner: Address, ownerSignature: Hex, deployed: boolean): Hex
  /** Contracts whose typed data must never be signed on a site's behalf: it would move the account itself. */
  isOwnDomain(owner: Address, verifyingContract: string): boolean
}

/** An operation as it is tried (`eth_simulateV1`). */
export type OperationTrial = {
  readonly blocks: readonly TriedBlock[]
  /** The account's own call among the answers; undefined when it did not come to that. */
  answers(all: readonly TriedAnswer[]): readonly TriedAnswer[] | undefined
}

/** How much of one token may be spent. `amount` in its smallest unit. */
export type SpendingLimit = {
  /** null: the network's own coin. */
  readonly token: Address | null
  readonly amount: bigint
  /** Seconds since the epoch; nothing may be spent before, and periods are counted from here. */
  readonly start: number
  /** Seconds after which the amount is available anew; 0: it is available once. */
  readonly period: number
}

/** A function of a contract that may be called, whatever its arguments. */
export type AllowedCall = { readonly target: Address; readonly selector: Hex }

/** What one grantee may do in the name of an account, as the permission manager enforces it on chain. */
export type AccountPermission = {
  readonly grantee: Address
  /** Seconds since the epoch; nothing may be done from then on. */
  readonly expiry: number
  readonly limits: readonly SpendingLimit[]
  readonly calls: readonly AllowedCall[]
}

/** A permission that stands in the manager, expired or not; what was revoked is gone. */
export type StandingPermission = AccountPermission & {
  /** 32 bytes; with the account it names the permission. */
  readonly id: Hex
  /** For each limit what was spent of it, in the present period. */
  readonly spent: readonly bigint[]
}

/** The four fields that `PackedUserOperation` (ERC-4337, EntryPoint 0.7) makes of several. */
export type PackedFields = {
  readonly initCode: Hex
  readonly accountGasLimits: Hex
  readonly gasFees: Hex
  readonly paymasterAndData: Hex
}

/** A user operation as bundlers take it. */
export type RpcUserOperation = { readonly sender: Address; readonly signature: Hex } & {
  readonly [name: string]: Hex
}

/** A signature of an account that has no code yet, with what deploys it. */
export type CounterfactualSignature = { factory: Address; factoryData: Hex; signature: Hex }
