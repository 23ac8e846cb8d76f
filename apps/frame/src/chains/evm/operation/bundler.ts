import { revertReasonOf } from '@latchkey/chain-evm/decode'
import type { RpcUserOperation } from '@latchkey/chain-evm/decode/smartAccount/model'
import { BaseError } from '@latchkey/errors'
import {
  BundlerUnreachableError,
  ChainRefusedError,
  ChainUnreachableError,
  OperationRefusedError,
  SponsorRefusedError,
} from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import type { Notice } from '../../../approvals/ApprovalView.ts'
import { networkStop, refusedStop, text } from '../../../approvals/phrases.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type { MessageKey } from '../../../locales/Locale.ts'
import { plainText } from '../../../site/plainText.ts'
import type { GasEstimate, GasPrice, Sponsor } from '../model/operation.ts'

/** Why an operation is refused. The keys of `entryPointCodes` and what a bundler says besides. */
type RefusalReason =
  | 'funds'
  | 'nonce'
  | 'setup'
  | 'signature'
  | 'sponsor'
  | 'expired'
  | 'fee'
  | 'reverted'
  | 'gas'
  | 'absurdFee'
  | 'other'

/** `AA` codes of EntryPoint 0.7 (`FailedOp`), the more exact ones first. */
const entryPointCodes: readonly (readonly [RegExp, RefusalReason])[] = [
  [/\bAA1\d/, 'setup'],
  [/\bAA21/, 'funds'],
  [/\bAA22/, 'expired'],
  [/\bAA25/, 'nonce'],
  [/\bAA24/, 'signature'],
  [/\bAA(?:20|23)/, 'signature'],
  [/\bAA(?:26|4\d|5[01]|95)/, 'gas'],
  [/\bAA3\d/, 'sponsor'],
]

/** JSON-RPC codes of ERC-7769. */
const rpcCodes = new Map<number, RefusalReason>([
  [-32500, 'other'],
  [-32501, 'sponsor'],
  [-32503, 'expired'],
  [-32505, 'sponsor'],
  [-32507, 'signature'],
  [-32508, 'sponsor'],
  [-32521, 'reverted'],
])

/** JSON-RPC 2.0 and EIP-1474: there is no such method, it is not available now, it is not offered. */
const unavailable: ReadonlySet<number> = new Set([-32_601, -32_002, -32_004])

/** In a sentence of an error, which is in English as all of them. */
const sentences: Readonly<Record<RefusalReason, string>> = {
  funds: 'The account cannot pay the fee of this operation. Nothing was sent.',
  nonce: 'Another operation of this account took its turn. Nothing was sent. Try again.',
  setup: 'The account could not be set up on this network. Nothing was sent.',
  signature: 'The network did not accept the account’s signature. Nothing was sent.',
  sponsor: 'Whoever was to pay the fee of this operation does not. Nothing was sent.',
  expired: 'The operation took too long and is not valid any more. Nothing was sent. Try again.',
  fee: 'The fee of this operation is too low by now. Nothing was sent. Try again.',
  reverted: 'The network expects this operation to fail. Nothing was sent.',
  absurdFee: 'The fee that was named for this operation is out of all proportion. Nothing was sent.',
  gas: 'The operation needs more gas than it was given. Nothing was sent.',
  other: OperationRefusedError.defaultMessage,
}

/** The same on the screen, as the end of "Nothing was sent. Reason: …". */
const reasonKeys: Readonly<Record<RefusalReason, MessageKey>> = {
  funds: 'operation.funds',
  nonce: 'operation.nonce',
  setup: 'operation.setUp',
  signature: 'operation.signature',
  sponsor: 'operation.sponsor',
  expired: 'operation.expired',
  fee: 'operation.fee',
  reverted: 'stop.reverted',
  gas: 'operation.gas',
  absurdFee: 'operation.absurdFee',
  other: 'operation.other',
}

const isLowFee = /maxFeePerGas|maxPriorityFeePerGas|replacement|underpriced|fee too low/i

function reasonOf(code: number, text: string): RefusalReason {
  const known = entryPointCodes.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  if (/reverted|revert/i.test(text)) return 'reverted'
  if (isLowFee.test(text)) return 'fee'
  return rpcCodes.get(code) ?? 'other'
}

/** A revert reason in what a bundler says: as data, or as hex within its sentence. */
function revertText(data: unknown, text: string): string | null {
  const hex = revertReasonOf(data) ?? revertReasonOf(/0x[0-9a-fA-F]{8,}/.exec(text)?.[0])
  return hex === null ? null : plainText(hex, 200) || null
}

/**
 * What a bundler answered with, in the words of the frame's contract: it was silent, or it refused for a reason.
 * Anything else stays what it is.
 */
function fromBundler(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  if (error.code === ChainUnreachableError.code) return new BundlerUnreachableError({ cause: error })
  if (error.code !== ChainRefusedError.code) return error
  const { rpcCode, rpcMessage, rpcData } = error.data ?? {}
  if (unavailable.has(Number(rpcCode))) return new BundlerUnreachableError({ cause: error })
  const text = String(rpcMessage ?? '')
  const reason = reasonOf(Number(rpcCode), text)
  const quote = reason === 'reverted' ? revertText(rpcData, text) : null
  const entryPointCode = /\bAA\d\d/.exec(text)?.[0]
  return new OperationRefusedError({
    message: sentences[reason],
    data: {
      reason,
      ...(entryPointCode ? { entryPointCode } : {}),
      ...(quote === null ? {} : { revertReason: quote }),
    },
    details: text,
    cause: error,
  })
}

/** Why an `OperationRefusedError` refuses; null for any other error. */
export function refusalReasonOf(error: unknown): RefusalReason | null {
  if (!(error instanceof BaseError) || error.code !== OperationRefusedError.code) return null
  const reason = String(error.data?.reason)
  return reason in sentences ? (reason as RefusalReason) : null
}

const bundlerStop: Notice = {
  title: { key: 'stop.bundler' },
  body: { key: 'stop.bundler.body' },
  code: String(BundlerUnreachableError.code),
  retry: true,
}

/** The operation before is not done yet. */
export const turnStop: Notice = {
  title: { key: 'stop.turn' },
  body: { key: 'stop.turn.body' },
  retry: true,
}

/** Nobody pays, and the account cannot either or was not to. */
export const sponsorStop = (name: string): Notice => ({
  title: { key: 'stop.sponsor' },
  body: { key: 'stop.sponsor.body', values: { sponsor: text(name) } },
  code: String(SponsorRefusedError.code),
  retry: true,
})

/** Why an operation could not be put together, for the screen and for the host. */
export function stopFor(error: unknown, sponsor: Sponsor | null): { stop: Notice; refusal: BaseError } {
  const refusal = error instanceof BaseError ? error : new ChainUnreachableError({ cause: error })
  const reason = refusalReasonOf(error)
  if (reason !== null) {
    const quote = refusal.data?.revertReason
    const stop = refusedStop(typeof quote === 'string' ? { quote } : reasonKeys[reason])
    // The next bundler, block or price may see it otherwise.
    return { stop: { ...stop, retry: true }, refusal }
  }
  if (refusal.code === SponsorRefusedError.code) return { stop: sponsorStop(sponsor?.name ?? ''), refusal }
  if (refusal.code === BundlerUnreachableError.code) return { stop: bundlerStop, refusal }
  return { stop: networkStop, refusal }
}

/** Some pad with zeros. */
const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
/** What they do not have they leave out, or write as null. */
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

const estimateAnswer = z.object({
  callGasLimit: hex,
  verificationGasLimit: hex,
  preVerificationGas: hex,
  paymasterVerificationGasLimit: maybe(hex),
  paymasterPostOpGasLimit: maybe(hex),
})
const priceAnswer = z.object({ standard: z.object({ maxFeePerGas: hex, maxPriorityFeePerGas: hex }) })
const receiptAnswer = z.nullable(
  z.object({
    userOpHash: z.string(),
    receipt: z.object({ transactionHash: z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)) }),
  }),
)

/** @throws BundlerUnreachableError, OperationRefusedError */
async function ask(
  frame: ChainContext,
  chainId: number,
  method: string,
  params: unknown[],
  signal?: AbortSignal,
) {
  try {
    return await frame.chain.request(chainId, { method, params }, signal)
  } catch (error) {
    throw fromBundler(error)
  }
}

function read<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new BundlerUnreachableError({ details: 'The bundler’s answer has another form' })
  return parsed.data
}

/**
 * The gas of an operation (ERC-7769, `eth_estimateUserOperationGas`).
 *
 * @param supposed balances that the estimate takes for granted, by address
 * @throws BundlerUnreachableError; OperationRefusedError with the reason
 */
export async function estimateOperation(
  frame: ChainContext,
  chainId: number,
  operation: RpcUserOperation,
  entryPoint: string,
  signal?: AbortSignal,
  supposed?: Readonly<Record<string, { balance: `0x${string}` }>>,
): Promise<GasEstimate> {
  const params = [operation, entryPoint, ...(supposed ? [supposed] : [])]
  const answer = read(
    estimateAnswer,
    await ask(frame, chainId, 'eth_estimateUserOperationGas', params, signal),
  )
  const { paymasterVerificationGasLimit: verification, paymasterPostOpGasLimit: postOp } = answer
  return {
    callGasLimit: BigInt(answer.callGasLimit),
    verificationGasLimit: BigInt(answer.verificationGasLimit),
    preVerificationGas: BigInt(answer.preVerificationGas),
    ...(verification ? { paymasterVerificationGasLimit: BigInt(verification) } : {}),
    ...(postOp ? { paymasterPostOpGasLimit: BigInt(postOp) } : {}),
  }
}

/** What the bundler wants for a unit of gas; null for one that does not say. */
export async function askGasPrice(
  frame: ChainContext,
  chainId: number,
  signal?: AbortSignal,
): Promise<GasPrice | null> {
  try {
    const answer = await ask(frame, chainId, 'pimlico_getUserOperationGasPrice', [], signal)
    const price = priceAnswer.safeParse(answer).data?.standard
    if (!price) return null
    return {
      maxFeePerGas: BigInt(price.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(price.maxPriorityFeePerGas),
    }
  } catch (error) {
    if (signal?.aborted) throw error
    return null
  }
}

/** Hands an operation over. @returns the hash as the bundler tells it: to be compared, never to be used */
export const handOver = (
  frame: ChainContext,
  chainId: number,
  operation: RpcUserOperation,
  entryPoint: string,
): Promise<unknown> => ask(frame, chainId, 'eth_sendUserOperation', [operation, entryPoint])

/** What a bundler has or had (`pimlico_getUserOperationStatus`); in every other state it has it no more. */
const statusAnswer = z.object({ status: z.enum(['queued', 'not_submitted', 'submitted', 'included']) })

/** EIP-1474: it is not available now, or there are too many questions. */
const passing: ReadonlySet<unknown> = new Set([-32_002, -32_005])

/** Whether a bundler says that an operation waits with it; false for one that has no such method. */
async function isWaiting(frame: ChainContext, chainId: number, userOpHash: string, signal?: AbortSignal) {
  const call = { method: 'pimlico_getUserOperationStatus', params: [userOpHash] }
  try {
    return statusAnswer.safeParse(await frame.chain.request(chainId, call, signal)).success
  } catch (error) {
    const isRefused = error instanceof BaseError && error.code === ChainRefusedError.code
    if (isRefused && !passing.has(error.data?.rpcCode)) return false
    throw fromBundler(error)
  }
}

/**
 * Whether the bundler has an operation that the network does not have yet. By its hash a bundler may tell only those that
 * are in a block (ERC-7769), and Pimlico's does: so it is asked in its own words too.
 *
 * @throws BundlerUnreachableError
 */
export async function isKnownToBundler(
  frame: ChainContext,
  chainId: number,
  userOpHash: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const answer = await ask(frame, chainId, 'eth_getUserOperationByHash', [userOpHash], signal)
  if (typeof answer === 'object' && answer !== null) return true
  return isWaiting(frame, chainId, userOpHash, signal)
}

/** The transaction that a bundler says an operation went in; null when it knows none. A claim, to be checked. */
export async function claimedTransaction(
  frame: ChainContext,
  chainId: number,
  userOpHash: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const answer = await ask(frame, chainId, 'eth_getUserOperationReceipt', [userOpHash], signal)
  const claim = read(receiptAnswer, answer)
  return claim?.userOpHash.toLowerCase() === userOpHash.toLowerCase() ? claim.receipt.transactionHash : null
}
