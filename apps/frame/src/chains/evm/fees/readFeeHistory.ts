import { quantity } from '@latchkey/protocol'
import * as z from 'zod/mini'
import type { RpcCall } from '../../../context/ChainRpc.ts'

/** The percentiles of the tips in a block that are asked for: slow, normal, fast. */
const percentiles = [10, 50, 90] as const
/** Blocks that are looked back on. */
const blocks = 12

export const feeHistoryCall: RpcCall = {
  method: 'eth_feeHistory',
  params: [`0x${blocks.toString(16)}`, 'latest', percentiles],
}

/** wei, one of each percentile */
export type Tips = readonly [slow: bigint, normal: bigint, fast: bigint]

const tipsOfBlock = z.array(quantity).check(z.minLength(3), z.maxLength(3))
const feeHistory = z.object({
  gasUsedRatio: z.array(z.number().check(z.gte(0), z.lte(1))).check(z.maxLength(1_024)),
  reward: z.array(tipsOfBlock).check(z.maxLength(1_024)),
})

const middle = (values: readonly bigint[]): bigint =>
  values.toSorted((a, b) => (a < b ? -1 : 1))[Math.floor((values.length - 1) / 2)] ?? 0n

/**
 * Reads the answer of `eth_feeHistory`: the median block's tips. Blocks without transactions tell nothing. undefined where
 * there is no answer, or nothing in it.
 */
export function readFeeHistory(answer: unknown): Tips | undefined {
  const parsed = feeHistory.safeParse(answer)
  if (!parsed.success) return undefined
  const { reward, gasUsedRatio } = parsed.data
  const told = reward.filter((_, index) => (gasUsedRatio[index] ?? 0) > 0)
  if (told.length === 0) return undefined
  const at = (index: number) => middle(told.map((tips) => BigInt(tips[index] ?? 0)))
  return [at(0), at(1), at(2)]
}
