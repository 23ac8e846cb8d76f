import type { AddressKind } from './addresses.ts'

/** Bytes of the script that an address stands for, and weight units (BIP-141) of an input that one key spends from there. */
const SIZES: Readonly<Record<AddressKind, { script: number; input: number }>> = {
  pkh: { script: 25, input: 592 },
  // Of an account: native segwit inside of a script's hash.
  sh: { script: 23, input: 364 },
  wpkh: { script: 22, input: 272 },
  wsh: { script: 34, input: 420 },
  tr: { script: 34, input: 230 },
  anchor: { script: 4, input: 164 },
}

/** Change of less than this is left to the fee (three times 182 bytes, as Bitcoin Core reckons). */
const LEAST_CHANGE = 546n

/** Whose coins pay, and what kind of address is paid. */
export type TransferShape = { from: AddressKind; to: AddressKind }

const vbytes = (weight: number): bigint => BigInt(Math.ceil(weight / 4))
const outputWeight = (kind: AddressKind): number => 32 + 4 * (1 + SIZES[kind].script)
/** Of a count, as it stands in a transaction (CompactSize). */
const countWeight = (count: number): number => (count < 253 ? 4 : 12)

/** What a transaction of so many inputs costs, satoshis. */
function costOf({ from, to }: TransferShape, rate: bigint, inputs: number, hasChange: boolean): bigint {
  const outputs = outputWeight(to) + (hasChange ? outputWeight(from) : 0)
  // Version and lock time, marker and flag, both counts.
  return rate * vbytes(34 + 4 + countWeight(inputs) + outputs + inputs * SIZES[from].input)
}

/** What spending a coin costs by itself. */
const inputCost = ({ from }: TransferShape, rate: bigint): bigint => rate * vbytes(SIZES[from].input)

const largestFirst = (one: bigint, other: bigint): number => (one < other ? 1 : one > other ? -1 : 0)

/**
 * The fee of a transfer, by coins chosen as the embedded wallet chooses them: those that come close without change, else the
 * largest first.
 *
 * @param coins satoshis each
 * @param rate whole satoshis a virtual byte
 * @returns satoshis; `undefined` when the coins do not pay for the amount and the fee
 */
export function feeAt(
  coins: readonly bigint[],
  amount: bigint,
  rate: bigint,
  shape: TransferShape,
): bigint | undefined {
  const sorted = coins.toSorted(largestFirst)
  const chosen =
    choose(sorted, LEAST_CHANGE) ?? choose(sorted.filter((coin) => coin > inputCost(shape, rate)))
  if (!chosen) return undefined
  const withChange = costOf(shape, rate, chosen.count, true)
  return chosen.sum - amount - withChange > LEAST_CHANGE ? withChange : chosen.sum - amount

  /** @param most that may be left over */
  function choose(some: readonly bigint[], most?: bigint): { sum: bigint; count: number } | undefined {
    let [sum, count] = [0n, 0]
    for (const coin of some) {
      const need = amount + costOf(shape, rate, count + 1, false)
      if (most !== undefined && sum + coin > need + most) continue
      sum += coin
      count += 1
      if (sum >= need) return { sum, count }
    }
    return undefined
  }
}

/**
 * What stays behind when as much is sent as can be: the fee of all coins, and those that cost more than they hold.
 *
 * @returns satoshis
 */
export function reserveAt(coins: readonly bigint[], rate: bigint, shape: TransferShape): bigint {
  const sum = (some: readonly bigint[]) => some.reduce((total, coin) => total + coin, 0n)
  const usable = coins.filter((coin) => coin > inputCost(shape, rate))
  return sum(coins) - sum(usable) + costOf(shape, rate, usable.length, false)
}
