import type { Tips } from './readFeeHistory.ts'

/** wei (EIP-1559) */
export type FeeLevel = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
export type WalletSpeed = 'slow' | 'normal' | 'fast'
export type FeeLevels = Readonly<Record<WalletSpeed, FeeLevel>>

export type NetworkPrice = {
  /** wei, of the latest block */
  baseFee: bigint
  /** wei, as the network suggests */
  tip: bigint
  /** What others paid lately; undefined: not known. */
  tips?: Tips | undefined
}

/** Tips are believed up to so many times what the network suggests. */
const tipLimit = 10n
/** wei; a suggestion that is nearly nothing is no measure below this: five gwei. */
const leastLimit = 5_000_000_000n

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Without a history a slow one pays what is suggested: many networks take nothing below it. */
function tipsOf({ tip, tips }: NetworkPrice): Tips {
  const [low, middle, high] = tips ?? [tip, tip, tip * 2n]
  const limit = larger(tip * tipLimit, leastLimit)
  const slow = smaller(low, limit)
  const normal = larger(slow, smaller(middle, limit))
  return [slow, normal, larger(normal, smaller(high, limit))]
}

/** `room`: the most base fee that is accepted, in hundredths of today's. */
function levelOf(baseFee: bigint, tip: bigint, room: bigint, floor: FeeLevel | undefined): FeeLevel {
  const maxPriorityFeePerGas = larger(tip, floor?.maxPriorityFeePerGas ?? 0n)
  const cap = (baseFee * room + 99n) / 100n + maxPriorityFeePerGas
  return { maxFeePerGas: larger(cap, floor?.maxFeePerGas ?? 0n), maxPriorityFeePerGas }
}

/**
 * The fees that the wallet offers. The base fee rises by an eighth a block at most (EIP-1559): slow bears one full block
 * and a little, normal six in a row, fast nine. None is ever above the next.
 *
 * @param floor what a replacement has to pay at least
 */
export function feeLevels(price: NetworkPrice, floor?: FeeLevel): FeeLevels {
  const { baseFee } = price
  const [slow, normal, fast] = tipsOf(price)
  return {
    slow: levelOf(baseFee, slow, 125n, floor),
    normal: levelOf(baseFee, normal, 200n, floor),
    fast: levelOf(baseFee, fast, 300n, floor),
  }
}

const raised = (fee: bigint): bigint => (fee * 110n + 99n) / 100n + 1n

/** What nodes ask of a transaction that takes another's place: a tenth more, of both fees. One wei goes on top. */
export const replacementFloor = ({ maxFeePerGas, maxPriorityFeePerGas }: FeeLevel): FeeLevel => ({
  maxFeePerGas: raised(maxFeePerGas),
  maxPriorityFeePerGas: raised(maxPriorityFeePerGas),
})
