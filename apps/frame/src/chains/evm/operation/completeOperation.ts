import { readSimulation } from '@latchkey/chain-evm/decode'
import { toRpcUserOperation } from '@latchkey/chain-evm/decode/smartAccount'
import type { SmartAccountKind, UserOperation } from '@latchkey/chain-evm/decode/smartAccount/types'
import type { Simulation } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import { SponsorRefusedError } from '@latchkey/protocol/frame'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { estimateOperation, type GasEstimate, type GasPrice } from './bundler.ts'
import { checkGas } from './gasBounds.ts'
import { refusalReasonOf } from './operationErrors.ts'
import { askSponsor, type PaymasterAnswer, type Sponsor } from './sponsor.ts'

export type OperationDraft = Pick<
  UserOperation,
  'sender' | 'nonce' | 'factory' | 'factoryData' | 'callData'
> &
  GasPrice

type CompleteInput = {
  kind: SmartAccountKind
  chain: ChainInfo
  draft: OperationDraft
  sponsor: Sponsor | null
  /** wei a unit: what a transaction would offer now. */
  usualPrice: bigint
}

export type CompletedOperation = {
  operation: UserOperation
  /** Who pays; null: the account itself. */
  paidBy: { name: string; ownName: string | null } | null
  /** A sponsor was asked and refused, and nobody insisted on it. */
  sponsorRefused: boolean
}

/** The network can move between the estimate and the block: a tenth on top. */
const withMargin = (units: bigint): bigint => (units * 11n) / 10n

function withGas(operation: UserOperation, estimate: GasEstimate): UserOperation {
  return {
    ...operation,
    callGasLimit: withMargin(estimate.callGasLimit),
    verificationGasLimit: withMargin(estimate.verificationGasLimit),
    preVerificationGas: withMargin(estimate.preVerificationGas),
  }
}

/** wei; enough for any fee. */
const plenty = { balance: `0x${(10n ** 24n).toString(16)}` } as const

/**
 * The bundler's estimate. For an account that cannot pay it is asked again as if it could: what is missing shows when the
 * fee is known.
 */
async function estimate(
  frame: ChainContext,
  { kind, chain }: CompleteInput,
  operation: UserOperation,
  signal: AbortSignal,
): Promise<GasEstimate> {
  const rpc = toRpcUserOperation(operation, kind.stubSignature)
  try {
    return await estimateOperation(frame, chain.id, rpc, kind.entryPoint, signal)
  } catch (error) {
    if (refusalReasonOf(error) !== 'funds') throw error
    const supposed = { [operation.sender]: plenty }
    return estimateOperation(frame, chain.id, rpc, kind.entryPoint, signal, supposed).catch(() => {
      throw error
    })
  }
}

const withoutGas = ({ draft }: CompleteInput): UserOperation => ({
  ...draft,
  callGasLimit: 0n,
  verificationGasLimit: 0n,
  preVerificationGas: 0n,
})

async function selfPaid(
  frame: ChainContext,
  input: CompleteInput,
  signal: AbortSignal,
): Promise<UserOperation> {
  const bare = withoutGas(input)
  const operation = withGas(bare, await estimate(frame, input, bare, signal))
  checkGas(operation, input.usualPrice)
  return operation
}

/** A stub's limits count before the bundler's estimate: the paymaster's signature may bind them. */
function withPaymaster(
  operation: UserOperation,
  { fields }: PaymasterAnswer,
  estimated?: GasEstimate,
): UserOperation {
  return {
    ...operation,
    ...fields,
    paymasterVerificationGasLimit:
      fields.paymasterVerificationGasLimit ??
      estimated?.paymasterVerificationGasLimit ??
      operation.paymasterVerificationGasLimit ??
      0n,
    paymasterPostOpGasLimit:
      fields.paymasterPostOpGasLimit ??
      estimated?.paymasterPostOpGasLimit ??
      operation.paymasterPostOpGasLimit ??
      0n,
  }
}

/** Stub, estimate, final (ERC-7677). Between the last two only the paymaster's own fields change. */
async function sponsored(frame: ChainContext, input: CompleteInput, sponsor: Sponsor, signal: AbortSignal) {
  const { chain, kind, usualPrice } = input
  const bare = withoutGas(input)
  const ask = (method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData', operation: UserOperation) =>
    askSponsor(frame, chain, kind, sponsor, method, operation, signal)
  const stub = await ask('pm_getPaymasterStubData', bare)
  const estimated = await estimate(frame, input, withPaymaster(bare, stub), signal)
  const gassed = withPaymaster(withGas(bare, estimated), stub, estimated)
  const final = stub.isFinal ? stub : await ask('pm_getPaymasterData', gassed)
  const operation = withPaymaster(gassed, final)
  checkGas(operation, usualPrice)
  return { operation, ownName: stub.sponsorName }
}

/** Whether it is the sponsor, and not the operation, that stands in the way. */
const isSponsors = (error: unknown) =>
  error instanceof SponsorRefusedError || refusalReasonOf(error) === 'sponsor'

/**
 * Fills in who pays, the gas and the paymaster's word. Where a sponsor refuses that nobody insists on, the account pays
 * itself.
 *
 * @throws SponsorRefusedError, BundlerUnreachableError, OperationRefusedError (also for absurd gas)
 */
export async function completeOperation(
  frame: ChainContext,
  input: CompleteInput,
  signal: AbortSignal,
): Promise<CompletedOperation> {
  const { sponsor } = input
  if (sponsor === null)
    return { operation: await selfPaid(frame, input, signal), paidBy: null, sponsorRefused: false }
  try {
    const { operation, ownName } = await sponsored(frame, input, sponsor, signal)
    return { operation, paidBy: { name: sponsor.name, ownName }, sponsorRefused: false }
  } catch (error) {
    if (signal.aborted || !isSponsors(error)) throw error
    if (sponsor.required)
      throw error instanceof SponsorRefusedError ? error : new SponsorRefusedError({ cause: error })
    const cause = error
    const operation = await selfPaid(frame, input, signal).catch((failure: unknown) => {
      throw refusalReasonOf(failure) === 'funds' ? new SponsorRefusedError({ cause }) : failure
    })
    return { operation, paidBy: null, sponsorRefused: true }
  }
}

type Simulated = Pick<OperationDraft, 'sender' | 'factory' | 'factoryData' | 'callData'>

/**
 * The params of `eth_simulateV1` for what the entry point would do: set the account up where that is due, then have it
 * make its calls.
 */
function simulationOf(
  kind: SmartAccountKind,
  { sender, factory, factoryData, callData }: Simulated,
): unknown[] {
  const { entryPoint: from } = kind
  const setUp = factory && factoryData ? [{ from, to: factory, input: factoryData }] : []
  const calls = [...setUp, { from, to: sender, input: callData }]
  return [{ blockStateCalls: [{ calls }], traceTransfers: true, validation: false }, 'latest']
}

/** What its calls would do to the account; undefined when the network cannot tell. */
export async function simulateOperation(
  frame: ChainContext,
  chainId: number,
  kind: SmartAccountKind,
  operation: Simulated,
  signal: AbortSignal,
): Promise<Simulation | undefined> {
  const params = simulationOf(kind, operation)
  try {
    const result = await frame.chain.request(chainId, { method: 'eth_simulateV1', params }, signal)
    const block = Array.isArray(result) ? (result[0] as { calls?: unknown } | null) : undefined
    // The last call is the account's own; before it there is only its deployment.
    const calls: unknown[] = Array.isArray(block?.calls) ? block.calls : []
    return readSimulation([{ calls: calls.slice(-1) }], operation.sender)
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}
