import type { RpcUserOperation } from '@latchkey/chain-evm/decode/smartAccount/types'
import { BundlerUnreachableError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { fromBundler } from './operationErrors.ts'

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

/** Whether the bundler has an operation that the network does not have yet. @throws BundlerUnreachableError */
export async function isKnownToBundler(
  frame: ChainContext,
  chainId: number,
  userOpHash: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const answer = await ask(frame, chainId, 'eth_getUserOperationByHash', [userOpHash], signal)
  return typeof answer === 'object' && answer !== null
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
