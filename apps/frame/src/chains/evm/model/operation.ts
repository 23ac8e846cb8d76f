import type { DecodedCall, Simulation, TokenInfo } from '@latchkey/chain-evm/decode/model'
import type { Call, OwnerTypedData, UserOperation } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import type { ApprovalView, Fact, Phrase, Warning } from '../../../approvals/ApprovalView.ts'
import type { Steps } from '../../../approvals/pipeline.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type { MessageKey } from '../../../locales/Locale.ts'
import type { FrameAccounts, Known, KnownParties, Suspicions } from './transaction.ts'

/** An operation, complete, as it is shown and signed. */
export type ShownOperation = {
  readonly operation: UserOperation
  readonly chainId: number
  /** Computed here, by the formula of the entry point. */
  readonly userOpHash: `0x${string}`
  /** What the owner signs, made of the operation when it is shown; its hash binds every field of it. */
  readonly toSign: OwnerTypedData
  /** The block before which the network cannot have had it. */
  readonly sinceBlock: bigint
}

/** An operation that was handed to a bundler. */
export type SentOperation = Pick<ShownOperation, 'chainId' | 'userOpHash' | 'sinceBlock'>

/** What a user operation is for: the calls, who is asked to pay, and what its screen says beyond the calls. */
export type UserOperationIntent = {
  /** One at least; they all happen or none does. */
  calls: readonly Call[]
  /** The paymaster service (ERC-7677) that the site names; without it the operator's own is asked, if there is one. */
  paymaster?: { url: string; context: unknown; optional: boolean }
  /**
   * In place of the headline that the calls have, for calls that the wallet itself made: then the facts say what they
   * do, and no row and no warning of their own.
   */
  headline?: { title: MessageKey; sentence: Phrase; approve: MessageKey }
  facts?: readonly Fact[]
  warnings?: readonly Warning[]
  /**
   * Called once there is a signature, before anybody else has it: what must not get lost is written down here. The calls
   * are those that were signed: the person may have lowered an amount.
   */
  onSigned?(sent: SentOperation, calls: readonly Call[]): void | Promise<void>
}

/** Units of gas. */
export type GasEstimate = {
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  paymasterVerificationGasLimit?: bigint
  paymasterPostOpGasLimit?: bigint
}
/** wei a unit */
export type GasPrice = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** What the network says before an operation is put together. */
export type OperationFacts = {
  deployed: boolean
  /** Of the entry point, key 0: operations run one after the other. */
  nonce: bigint
  /** wei of the account */
  balance: bigint
  /** wei that the account has with the entry point */
  deposit: bigint
  block: bigint
  baseFee: bigint
  tip: bigint
  /** wei a unit: what a transaction would offer now. */
  usualPrice: bigint
  price: GasPrice
  tokens: Known<TokenInfo>
  contracts: Known<boolean>
  /** What the account has of the tokens that it would let others spend. */
  balances: Known<bigint>
  suspicions?: Suspicions
}

/** The calls of an operation, as they are sent and as they were read. */
export type OperationCalls = { calls: readonly Call[]; decoded: readonly DecodedCall[] }

/** Who is asked to pay for an operation. */
export type Sponsor = {
  /** A paymaster service that the project has registered; null: the operator's own. */
  service: string | null
  context: unknown
  /** The site insists on it; without it, the account pays itself when this one does not. */
  required: boolean
  /** In words for the screen. */
  name: string
}

export type PaymasterAnswer = {
  fields: Pick<UserOperation, 'paymaster' | 'paymasterData'> &
    Partial<Pick<UserOperation, 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'>>
  /** What the service calls itself. */
  sponsorName: string | null
  isFinal: boolean
}

export type OperationDraft = Pick<
  UserOperation,
  'sender' | 'nonce' | 'factory' | 'factoryData' | 'callData'
> &
  GasPrice

export type CompletedOperation = {
  operation: UserOperation
  /** Who pays; null: the account itself. */
  paidBy: { name: string; ownName: string | null } | null
  /** A sponsor was asked and refused, and nobody insisted on it. */
  sponsorRefused: boolean
}

/** Everything that the screen of an operation is made from. */
export type OperationViewInput = {
  chain: ChainInfo
  account: `0x${string}`
  intent: UserOperationIntent
  /** The calls before the person changed anything. */
  first: UserOperationIntent['calls']
  /** What each call would do, in order. */
  decoded: readonly DecodedCall[]
  facts: OperationFacts
  completed: CompletedOperation
  shown: ShownOperation
  simulation: Simulation | undefined
  /** When the simulation was made, ms. */
  simulatedAt: number
  known: KnownParties
}

/** A receipt as EIP-5792 tells it. */
export type CallReceipt = {
  transactionHash: string
  blockHash: string
  blockNumber: string
  gasUsed: string
  status: string
  logs: { address: string; topics: string[]; data: string }[]
}

/** What the screen of an operation is made from, and when gathering it began, ms. */
export type GatheredOperation = OperationViewInput & { preparedAt: number }

/** The steps of an operation's approval: the person may lower amounts in its calls. */
export type OperationSteps = Steps<UserOperationIntent['calls'], GatheredOperation, ShownOperation>

/** How operations are put before the person, for requests that come down to one. */
export type Operations = {
  /** What can be shown before the network answered. */
  pendingView(chain: ChainInfo, account: `0x${string}`, intent: UserOperationIntent): ApprovalView
  /** Throws as `operationSteps` does. */
  steps(
    frame: ChainContext,
    request: RpcRequest,
    accounts: FrameAccounts,
    intent: UserOperationIntent,
  ): OperationSteps
  /** Waits until the network has run it. */
  wait(frame: ChainContext, sent: SentOperation): Promise<CallReceipt>
}
