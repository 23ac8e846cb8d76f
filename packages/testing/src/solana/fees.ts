import type { ReadTransaction } from './readTransaction.ts'

const SYSTEM = '11111111111111111111111111111111'
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const LAMPORTS_PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n
/** Compute units that an instruction has where the transaction does not say; those of programs of the network itself (SIMD-0170). */
const DEFAULT_UNITS = 200_000
const BUILT_IN_UNITS = 3_000
const MOST_UNITS = 1_400_000

/** What a transaction costs, in lamports: its signatures, and the price that it puts on its compute units. */
export function feeOf({ message }: Pick<ReadTransaction, 'message'>): bigint {
  let price = 0n
  let units: number | undefined
  let usual = 0
  for (const { programAddressIndex, data } of message.instructions) {
    const program: string | undefined = message.staticAccounts[programAddressIndex]
    usual += program === SYSTEM || program === COMPUTE_BUDGET ? BUILT_IN_UNITS : DEFAULT_UNITS
    if (program !== COMPUTE_BUDGET) continue
    const bytes = Uint8Array.from(data ?? [])
    const view = new DataView(bytes.buffer)
    if (bytes[0] === 2 && bytes.length === 5) units = view.getUint32(1, true)
    if (bytes[0] === 3 && bytes.length === 9) price = view.getBigUint64(1, true)
  }
  const limit = BigInt(Math.min(units ?? usual, MOST_UNITS))
  const priority = (price * limit + MICRO - 1n) / MICRO
  return BigInt(message.header.numSignerAccounts) * LAMPORTS_PER_SIGNATURE + priority
}
