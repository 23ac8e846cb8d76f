import { BaseError } from '@latchkey/errors'
import { hash32, quantity } from '@latchkey/protocol'
import { ChainRefusedError, OperationFailedError, UncertainOperationError } from '@latchkey/protocol/frame'
import { ageOf } from '@latchkey/std/ageOf'
import { startDeadline } from '@latchkey/std/deadline'
import { toQuantity } from '@latchkey/std/hex'
import { pause } from '@latchkey/std/pause'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/Frame.ts'
import { createRecord } from '../../../store/createRecord.ts'
import type { CallReceipt, SentOperation } from '../model/operation.ts'
import { quantityOf } from '../rpc/readChain.ts'
import { claimedTransaction, isKnownToBundler } from './bundler.ts'

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))

const log = z.object({ address: hex, topics: z.array(hex), data: hex })

const transactionReceipt = z.object({
  transactionHash: hex,
  blockHash: hex,
  blockNumber: hex,
  gasUsed: hex,
  status: hex,
  logs: z.array(log),
})

type CallLog = z.output<typeof log>

type OperationState =
  | { state: 'included'; success: boolean; receipt: CallReceipt }
  /** The bundler has it, or does not answer, or the network could not be searched. */
  | { state: 'pending' }
  /** The bundler answers, and neither it nor the network has it. */
  | { state: 'unknown' }

/** The receipt of a transaction, read by the wallet itself; undefined while the network has none. */
export async function readReceipt(
  frame: ChainContext,
  chainId: number,
  hash: string,
  signal?: AbortSignal,
): Promise<CallReceipt | undefined> {
  const call = { method: 'eth_getTransactionReceipt', params: [hash] }
  const parsed = transactionReceipt.safeParse(await frame.chain.request(chainId, call, signal))
  return parsed.success && parsed.data.transactionHash.toLowerCase() === hash.toLowerCase()
    ? parsed.data
    : undefined
}

const same = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()

/**
 * The operation's own part of a bundle: the logs between the operation before it and its own event (EntryPoint 0.7 runs
 * one operation after the other). undefined when the transaction did not run it.
 */
function partOfBundle(
  receipt: CallReceipt,
  userOpHash: string,
  entryPoint: string,
): { success: boolean; receipt: CallReceipt } | undefined {
  const isEntryPoint = ({ address }: CallLog) => same(address, entryPoint)
  const at = receipt.logs.findIndex(
    (one) => isEntryPoint(one) && same(one.topics[0], userOperationEvent) && same(one.topics[1], userOpHash),
  )
  const event = receipt.logs[at]
  if (!event) return undefined
  const before = receipt.logs.slice(0, at)
  const start = before.findLastIndex(
    (one) =>
      isEntryPoint(one) && [userOperationEvent, beforeExecution].some((topic) => same(one.topics[0], topic)),
  )
  const logs = before.slice(start + 1).filter((one) => !isEntryPoint(one))
  // Data: nonce, success, cost, gas.
  const success = quantityOf(`0x${event.data.slice(66, 130)}`) === 1n
  const gasUsed = quantityOf(`0x${event.data.slice(194, 258)}`)
  return {
    success,
    receipt: {
      ...receipt,
      logs,
      status: success ? '0x1' : '0x0',
      ...(gasUsed === undefined ? {} : { gasUsed: toQuantity(gasUsed) }),
    },
  }
}

/** Blocks after an operation was made in which it runs as a rule, and that nodes search which bound how far they look. */
const near = 1_000n

/**
 * Looks for the operation's event on the network itself: a bundler that is gone or lies changes nothing. A node that does
 * not search as far as to the present is asked for the blocks in which it most likely is; only what is found there counts.
 */
async function findByEvent(
  frame: ChainContext,
  { chainId, userOpHash, sinceBlock }: SentOperation,
  entryPoint: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const search = async (until: object): Promise<string | undefined> => {
    const fromBlock = toQuantity(sinceBlock)
    const filter = { address: entryPoint, fromBlock, ...until, topics: [userOperationEvent, userOpHash] }
    const found = await frame.chain.request(chainId, { method: 'eth_getLogs', params: [filter] }, signal)
    const logs = z.array(z.object({ transactionHash: hex })).safeParse(found)
    return logs.success ? logs.data[0]?.transactionHash : undefined
  }
  try {
    return await search({})
  } catch (error) {
    if (!(error instanceof BaseError) || error.code !== ChainRefusedError.code) throw error
    const found = await search({ toBlock: toQuantity(sinceBlock + near) })
    if (found === undefined) throw error
    return found
  }
}

type Included = Extract<OperationState, { state: 'included' }>

type FindTransaction = () => Promise<string | null | undefined>

/** Whether a transaction ran the operation; undefined: nobody could tell. */
async function lookAt(
  frame: ChainContext,
  { chainId, userOpHash }: SentOperation,
  entryPoint: string,
  find: FindTransaction,
  signal?: AbortSignal,
): Promise<Included | null | undefined> {
  try {
    const hash = await find()
    if (!hash) return null
    const receipt = await readReceipt(frame, chainId, hash, signal)
    const part = receipt && partOfBundle(receipt, userOpHash, entryPoint)
    return part && { state: 'included', ...part }
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}

/** As `readOperation`, but by what the bundler says alone: cheaper, for whoever asks often. */
const readClaimed = (frame: ChainContext, sent: SentOperation, entryPoint: string, signal?: AbortSignal) =>
  lookAt(
    frame,
    sent,
    entryPoint,
    () => claimedTransaction(frame, sent.chainId, sent.userOpHash, signal),
    signal,
  )

/**
 * What became of an operation. The bundler is asked where to look; what counts is the entry point's event in a receipt
 * that comes from the network.
 */
export async function readOperation(
  frame: ChainContext,
  sent: SentOperation,
  entryPoint: string,
  signal?: AbortSignal,
): Promise<OperationState> {
  const { chainId, userOpHash } = sent
  const seen =
    (await readClaimed(frame, sent, entryPoint, signal)) ??
    (await lookAt(frame, sent, entryPoint, () => findByEvent(frame, sent, entryPoint, signal), signal))
  if (seen) return seen
  // A network that could not be searched may have it: who is told that it is lost sends it again.
  if (seen === undefined) return { state: 'pending' }
  const known = await isKnownToBundler(frame, chainId, userOpHash, signal).catch(() => true)
  return { state: known ? 'pending' : 'unknown' }
}

/** `UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)` of EntryPoint 0.7. */
const userOperationEvent = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/** `BeforeExecution()` of EntryPoint 0.7: what comes before it belongs to the checks of all operations. */
const beforeExecution = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'

/** Every so many looks the network itself is searched: the bundler may be gone. */
const thorough = 4
/** ms */
const slowest = 2_000

export type WaitOptions = {
  /** ms; how long to wait for the network. Default 90 000. */
  timeout?: number
  /** ms between the first two looks; the next ones come a little later each, up to two seconds. Default 250. */
  interval?: number
  signal?: AbortSignal
}

/**
 * Waits until the network has run an operation.
 *
 * @returns the receipt of its transaction, with the operation's own logs
 * @throws OperationFailedError when it ran and failed; UncertainOperationError when it was not seen in time. Both carry
 *   `data.userOpHash`
 */
export async function waitForOperation(
  frame: ChainContext,
  sent: SentOperation,
  entryPoint: string,
  { timeout = 90_000, interval = 250, signal }: WaitOptions = {},
): Promise<CallReceipt> {
  const { userOpHash } = sent
  const limit = startDeadline(timeout, signal)
  for (let looks = 1; !limit.signal.aborted; looks++) {
    const read = looks % thorough === 0 ? readOperation : readClaimed
    const seen = await read(frame, sent, entryPoint, limit.signal).catch(() => undefined)
    if (seen?.state === 'included') {
      limit.clear()
      if (seen.success) return seen.receipt
      const transactionHash = seen.receipt.transactionHash
      throw new OperationFailedError({ data: { userOpHash, transactionHash } })
    }
    await pause(Math.min(interval * 1.4 ** (looks - 1), slowest), limit.signal)
  }
  throw new UncertainOperationError({ data: { userOpHash } })
}

const last = z.nullable(
  z.strictObject({ userOpHash: hash32(), sinceBlock: quantity(), sentAt: z.int().check(z.gte(0)) }),
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
export const maxAge = 600_000
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
  const age = () => ageOf(before?.sentAt ?? 0, frame.now())
  if (before === null || age() > maxAge) return true
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
    const isYoung = age() < betweenPoolAndBlock
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
