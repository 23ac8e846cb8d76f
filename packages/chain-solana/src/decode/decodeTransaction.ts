import { isSigner, isWritable, type SolanaMessage } from '@latchkey/std/solana/message'
import { decodeInstruction } from './decodeInstruction.ts'
import type { DecodedStep, DecodedTransaction, NamedAccount } from './model.ts'
import { COMPUTE_BUDGET, SYSTEM } from './programs.ts'

/** What a signature costs, in lamports. */
const PER_SIGNATURE = 5_000n
/**
 * What an instruction may compute where nothing is said, and what a transaction may at most. Programs that are part of the
 * network have less (SIMD-0170): of these the two that nearly every transaction calls.
 */
const UNITS_PER_STEP = 200_000n
const UNITS_OF_BUILT_IN = 3_000n
const MOST_UNITS = 1_400_000n
const MICRO = 1_000_000n

/** The tables' addresses by the message's order: first all that may change, then all that are only read. */
export function lookedUp(
  { lookups }: SolanaMessage,
  tables: ReadonlyMap<string, readonly string[]>,
): string[] | undefined {
  const pick = (table: string, places: readonly number[]) => places.map((place) => tables.get(table)?.[place])
  const found = [
    ...lookups.flatMap(({ table, writable }) => pick(table, writable)),
    ...lookups.flatMap(({ table, readonly }) => pick(table, readonly)),
  ]
  return found.every((address) => address !== undefined) ? (found as string[]) : undefined
}

/** What is paid so that it is taken sooner: micro-lamports a unit, rounded up as the network does. */
function priorityOf(steps: readonly DecodedStep[]): bigint {
  let price = 0n
  let limit: bigint | undefined
  let usual = 0n
  for (const { decoded, program } of steps) {
    if (decoded.kind === 'computePrice') price = decoded.microLamports
    else if (decoded.kind === 'computeLimit') limit = BigInt(decoded.units)
    usual += program === SYSTEM || program === COMPUTE_BUDGET ? UNITS_OF_BUILT_IN : UNITS_PER_STEP
  }
  const wanted = limit ?? usual
  const units = wanted > MOST_UNITS ? MOST_UNITS : wanted
  return (price * units + MICRO - 1n) / MICRO
}

/**
 * Reads every instruction of a transaction.
 *
 * @param tables what its look-up tables hold, as the network says
 * @returns undefined where a table is not known or does not hold what is named
 */
export function decodeTransaction(
  message: SolanaMessage,
  tables: ReadonlyMap<string, readonly string[]> = new Map(),
): DecodedTransaction | undefined {
  const looked = lookedUp(message, tables)
  if (!looked) return undefined
  const accounts = [...message.accounts, ...looked].map(
    (address, place): NamedAccount => ({
      address,
      isSigner: isSigner(message, place),
      isWritable: isWritable(message, place),
    }),
  )
  const steps = message.instructions.map(({ program, accounts: places, data }): DecodedStep => {
    const instruction = {
      program: message.accounts[program] ?? '',
      accounts: places.flatMap((place) => accounts[place] ?? []),
      data,
    }
    return { ...instruction, decoded: decodeInstruction(instruction) }
  })
  const base = BigInt(message.requiredSignatures) * PER_SIGNATURE
  return {
    message,
    accounts,
    steps,
    fee: { base, priority: priorityOf(steps) },
    isDurable: steps[0]?.decoded.kind === 'nonceAdvance',
  }
}
