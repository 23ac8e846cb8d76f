import { hash32, quantity } from '@latchkey/protocol'
import { startDeadline } from '@latchkey/std/deadline'
import { toQuantity } from '@latchkey/std/hex'
import { pause } from '@latchkey/std/pause'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { createRecord } from '../../../store/createRecord.ts'
import { readOperation } from './readOperation.ts'
import type { SentOperation } from './ShownOperation.ts'

const last = z.nullable(
  z.strictObject({ userOpHash: hash32, sinceBlock: quantity, sentAt: z.int().check(z.gte(0)) }),
)

const recordOf = (frame: ChainContext, chainId: number, account: string) =>
  createRecord(frame, `operation.${chainId}.${account.toLowerCase()}`, last, null)

/** Remembers what was handed over last: operations of one account run one after the other. */
export function rememberOperation(frame: ChainContext, account: string, sent: SentOperation): void {
  const { chainId, userOpHash, sinceBlock } = sent
  recordOf(frame, chainId, account).write({
    userOpHash,
    sinceBlock: toQuantity(sinceBlock),
    sentAt: frame.now(),
  })
}

/** Forgets an operation that the bundler did not take: nobody has to wait for it. */
export const forgetOperation = (frame: ChainContext, chainId: number, account: string): void =>
  recordOf(frame, chainId, account).write(null)

/** ms; a bundler has dropped what it did not get in by then. */
const maxAge = 600_000
/** ms; a bundler lets go of an operation a moment before its block is there, and then nobody seems to know it. */
const betweenPoolAndBlock = 10_000
/** ms; how long a person waits for their turn before they are told so. */
const patience = 30_000
const interval = 500

/**
 * Waits until the operation before is done, so that the next one gets a number of its own and is simulated on what that
 * one left.
 *
 * @returns false when it is still under way after half a minute
 */
export async function awaitTurn(
  frame: ChainContext,
  chainId: number,
  account: string,
  entryPoint: string,
  signal: AbortSignal,
): Promise<boolean> {
  const record = recordOf(frame, chainId, account)
  const before = record.read()
  if (before === null || frame.now() - before.sentAt > maxAge) return true
  const sent: SentOperation = {
    chainId,
    userOpHash: before.userOpHash as `0x${string}`,
    sinceBlock: BigInt(before.sinceBlock),
  }
  const limit = startDeadline(patience, signal)
  while (!limit.signal.aborted) {
    const { state } = await readOperation(frame, sent, entryPoint, limit.signal).catch(() => ({
      state: 'pending',
    }))
    const isYoung = frame.now() - before.sentAt < betweenPoolAndBlock
    if (state === 'included' || (state === 'unknown' && !isYoung)) {
      limit.clear()
      record.write(null)
      return true
    }
    await pause(interval, limit.signal)
  }
  signal.throwIfAborted()
  return false
}
