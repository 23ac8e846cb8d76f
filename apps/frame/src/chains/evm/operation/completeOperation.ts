import { sameAddress } from '@latchkey/chain-evm/decode'
import type { Simulation } from '@latchkey/chain-evm/decode/model'
import { toRpcUserOperation } from '@latchkey/chain-evm/decode/smartAccount'
import type { SmartAccountKind, UserOperation } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import { OperationRefusedError, SponsorRefusedError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import { zeroAddress } from 'viem'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/Frame.ts'
import { plainText } from '../../../site/plainText.ts'
import type {
  CompletedOperation,
  GasEstimate,
  OperationDraft,
  PaymasterAnswer,
  Sponsor,
  UserOperationIntent,
} from '../model/operation.ts'
import { random32, simulate, type Trial } from '../rpc/simulate.ts'
import { estimateOperation, refusalReasonOf } from './bundler.ts'

/**
 * What a bundler or a paymaster may name, in units of gas. Above that an operation is not shown and not signed.
 *
 * - `callGasLimit`: EIP-7825, no transaction may have more.
 * - `verificationGasLimit`: setting an account up takes 0.4 million, checking a signature 0.1 million.
 * - `preVerificationGas`: on rollups it carries the price of the data on the other network, which has no such limit.
 * - both of the paymaster: they check a signature and keep books.
 */
const most = {
  callGasLimit: 2n ** 24n,
  verificationGasLimit: 5_000_000n,
  preVerificationGas: 100_000_000n,
  paymasterVerificationGasLimit: 2_000_000n,
  paymasterPostOpGasLimit: 2_000_000n,
} as const satisfies Partial<Record<keyof UserOperation, bigint>>

/** How many times the network's own price an operation may pay for a unit. */
const priceFactor = 10n
/** wei; a network that is nearly free is no measure below this. */
const leastPrice = 100_000_000n

/** wei a unit; the highest price that an operation may have where the network asks for `usual`. */
export const mostPrice = (usual: bigint): bigint => priceFactor * (usual > leastPrice ? usual : leastPrice)

const absurd = (field: string): never => {
  throw new OperationRefusedError({ data: { reason: 'absurdFee', field } })
}

/**
 * Refuses an operation whose gas or price is out of all proportion.
 *
 * @param usual wei a unit: what a transaction would offer now
 * @throws OperationRefusedError with reason `absurdFee` and the field
 */
function checkGas(operation: UserOperation, usual: bigint): void {
  for (const [field, limit] of Object.entries(most))
    if ((operation[field as keyof typeof most] ?? 0n) > limit) absurd(field)
  if (operation.maxFeePerGas > mostPrice(usual)) absurd('maxFeePerGas')
  if (operation.maxPriorityFeePerGas > operation.maxFeePerGas) absurd('maxPriorityFeePerGas')
}

/** Units of gas that the operation has to pay for at most (EntryPoint 0.7, `_getRequiredPrefund`). */
export const gasOf = (operation: UserOperation): bigint =>
  operation.callGasLimit +
  operation.verificationGasLimit +
  operation.preVerificationGas +
  (operation.paymasterVerificationGasLimit ?? 0n) +
  (operation.paymasterPostOpGasLimit ?? 0n)

/** wei that whoever pays must have. */
export const prefundOf = (operation: UserOperation): bigint => gasOf(operation) * operation.maxFeePerGas

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** A paymaster's data is a signature and a few numbers. */
const bytes = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/), z.maxLength(8_194))
const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
/** ERC-7677, for EntryPoint 0.7; both answers. */
const paymasterAnswer = z.object({
  paymaster: address,
  paymasterData: bytes,
  paymasterVerificationGasLimit: maybe(hex),
  paymasterPostOpGasLimit: maybe(hex),
  sponsor: maybe(z.object({ name: z.string() })),
  isFinal: maybe(z.boolean()),
})

/** Who is to be asked: whom the site names, else the operator where it pays for this project; null for nobody. */
export function sponsorFor(chain: ChainInfo, { paymaster }: UserOperationIntent): Sponsor | null {
  const own = chain.smartAccounts?.sponsor
  if (paymaster) {
    const { url, context, optional } = paymaster
    return { service: url, context, required: !optional, name: new URL(url).host }
  }
  return own === undefined ? null : { service: null, context: {}, required: false, name: plainText(own, 64) }
}

/**
 * Asks a sponsor (ERC-7677). What it adds are the paymaster's fields, and nothing else of its answer is used.
 *
 * @throws SponsorRefusedError
 */
async function askSponsor(
  frame: ChainContext,
  chain: ChainInfo,
  kind: SmartAccountKind,
  sponsor: Sponsor,
  method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData',
  operation: UserOperation,
  signal: AbortSignal,
): Promise<PaymasterAnswer> {
  const params = [
    toRpcUserOperation(operation, kind.stubSignature),
    kind.entryPoint,
    toQuantity(chain.id),
    sponsor.context ?? {},
  ]
  try {
    const answer = await frame.chain.paymaster(chain.id, { method, params }, sponsor.service, signal)
    const parsed = paymasterAnswer.parse(answer)
    // The account itself pays where the entry point finds the zero address (EntryPoint 0.7).
    const nobody = [zeroAddress, operation.sender, kind.entryPoint]
    if (nobody.some((one) => sameAddress(one, parsed.paymaster))) throw new SponsorRefusedError()
    return readAnswer(parsed)
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof SponsorRefusedError ? cause : new SponsorRefusedError({ cause })
  }
}

function readAnswer(answer: z.output<typeof paymasterAnswer>): PaymasterAnswer {
  const { paymasterVerificationGasLimit: verification, paymasterPostOpGasLimit: postOp } = answer
  return {
    fields: {
      paymaster: answer.paymaster as `0x${string}`,
      paymasterData: answer.paymasterData as `0x${string}`,
      ...(verification ? { paymasterVerificationGasLimit: BigInt(verification) } : {}),
      ...(postOp ? { paymasterPostOpGasLimit: BigInt(postOp) } : {}),
    },
    sponsorName: answer.sponsor ? plainText(answer.sponsor.name, 64) || null : null,
    isFinal: answer.isFinal === true,
  }
}

type CompleteInput = {
  kind: SmartAccountKind
  chain: ChainInfo
  draft: OperationDraft
  sponsor: Sponsor | null
  /** wei a unit: what a transaction would offer now. */
  usualPrice: bigint
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

/** The account's calls as the entry point would make them, without what goes before: set the account up where that is due. */
function bareTrial({ entryPoint: from }: SmartAccountKind, operation: UserOperation): Trial {
  const { sender, factory, factoryData, callData, callGasLimit, maxFeePerGas } = operation
  const { maxPriorityFeePerGas } = operation
  const paid = { from, value: 0n, maxFeePerGas, maxPriorityFeePerGas }
  const setUp = factory && factoryData ? [{ ...paid, to: factory, data: factoryData, gas: 2_000_000n }] : []
  const own = { ...paid, to: sender, data: callData, gas: callGasLimit }
  return {
    account: sender,
    blocks: [{ calls: [...setUp, own] }],
    answers: (all) => (all.length === setUp.length + 1 ? all.slice(-1) : undefined),
  }
}

/** What comes in is nothing that can be said. */
const withoutGains = (simulation: Simulation): Simulation => ({
  ...simulation,
  changes: simulation.changes.filter(({ amount }) => amount < 0n),
})

/**
 * What its calls would do to the account; undefined when the network cannot tell. Where it cannot be tried as the entry
 * point will run it, since a paymaster refuses the trial or a node sets no storage, contracts can see that it is one: then
 * no gain is told.
 */
export async function simulateOperation(
  frame: ChainContext,
  chainId: number,
  kind: SmartAccountKind,
  owner: `0x${string}`,
  operation: UserOperation,
  signal: AbortSignal,
): Promise<Simulation | undefined> {
  const trial = kind.trialOf?.(owner, operation, chainId, random32())
  const tried = trial && (await simulate(frame, chainId, { account: operation.sender, ...trial }, signal))
  if (tried) return tried.together
  const bare = await simulate(frame, chainId, bareTrial(kind, operation), signal)
  return bare && withoutGains(bare.together)
}
