import type { ShownTransaction } from '@latchkey/chain-evm/decode/model'
import { BaseError } from '@latchkey/errors'
import { UncertainBroadcastError } from '@latchkey/protocol/frame'
import { startDeadline } from '@latchkey/std/deadline'
import { pause } from '@latchkey/std/pause'
import type { ChainContext } from '../../../context/Frame.ts'
import { readReceipt } from '../operation/readOperation.ts'
import { addPending, isNonceTaken, replacementsOf } from '../pending/pendingTransactions.ts'
import { broadcast, type SignedTransaction } from '../rpc/broadcast.ts'
import { type CallsRecord, dropCalls, updateCalls } from './callsStore.ts'

/** ms; a transaction that takes longer does not hold up those after it: their numbers keep the order. */
const patience = 60_000

export type TurnOptions = {
  /** ms between two looks for a receipt. Default 1 000. */
  interval?: number
}

const isUncertain = (error: unknown) =>
  error instanceof BaseError && error.code === UncertainBroadcastError.code

/** The receipt of one of these transactions, of which at most one has any. */
async function receiptOfAny(
  frame: ChainContext,
  { chainId }: CallsRecord,
  hashes: readonly string[],
  signal: AbortSignal,
) {
  const looks = hashes.map((hash) => readReceipt(frame, chainId, hash, signal).catch(() => undefined))
  return (await Promise.all(looks)).find((receipt) => receipt !== undefined)
}

/**
 * Whether the transaction, or the one that was sent to speed it up, ran and failed, or the person stopped it. One that is
 * not there yet has not failed.
 */
async function hasFailed(
  frame: ChainContext,
  record: CallsRecord,
  hash: string,
  interval: number,
): Promise<boolean> {
  const { signal, clear } = startDeadline(patience)
  while (!signal.aborted) {
    const steps = replacementsOf(frame, record.chainId, record.account, hash)
    if (steps.some(({ sentAs }) => sentAs === 'cancel')) {
      clear()
      return true
    }
    const receipt = await receiptOfAny(frame, record, [hash, ...steps.map(({ by }) => by)], signal)
    if (receipt) {
      clear()
      return BigInt(receipt.status) !== 1n
    }
    updateCalls(frame, record, () => ({}))
    await pause(interval, signal)
  }
  return false
}

async function sendOne(
  frame: ChainContext,
  record: CallsRecord,
  transaction: ShownTransaction,
  signed: SignedTransaction,
) {
  const entry = { hash: signed.hash, nonce: transaction.nonce }
  // Before it goes out: after a reload it is known what to look for.
  updateCalls(frame, record, ({ transactions }) => ({ transactions: [...transactions, entry] }))
  try {
    await broadcast(frame.chain, record.chainId, signed)
    addPending(frame, transaction, signed.hash)
  } catch (error) {
    if (isUncertain(error)) addPending(frame, transaction, signed.hash)
    else
      updateCalls(frame, record, ({ transactions }) => ({
        transactions: transactions.filter(({ hash }) => hash !== signed.hash),
      }))
    throw error
  }
}

/**
 * Sends signed transactions in their order. Resolves as soon as the first one is out; the others follow, each after the
 * one before it has run, and none after one that failed or was stopped, or whose number was taken.
 *
 * @throws ChainRefusedError when the network does not take the first one: nothing was sent; UncertainBroadcastError
 */
export async function sendInTurn(
  frame: ChainContext,
  record: CallsRecord,
  transactions: readonly ShownTransaction[],
  signed: readonly SignedTransaction[],
  { interval = 1_000 }: TurnOptions = {},
): Promise<void> {
  const close = () => updateCalls(frame, record, () => ({ closed: true }))
  const pairs = transactions.flatMap((transaction, index) => {
    const one = signed[index]
    return one ? [{ transaction, one }] : []
  })
  const [first, ...others] = pairs
  if (!first) return
  try {
    await sendOne(frame, record, first.transaction, first.one)
  } catch (error) {
    if (isUncertain(error)) close()
    else dropCalls(frame, record)
    throw error
  }
  const followUp = async () => {
    let before = first.one.hash
    for (const { transaction, one } of others) {
      if (await hasFailed(frame, record, before, interval)) return
      // What was approved meanwhile stands: it must not be replaced by what was approved before it.
      if (isNonceTaken(frame, transaction)) return
      await sendOne(frame, record, transaction, one)
      before = one.hash
    }
  }
  // What stops it shows in the status of the calls.
  followUp().then(close, close)
}
