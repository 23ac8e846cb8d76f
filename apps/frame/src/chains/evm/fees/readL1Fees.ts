import { l1FeeCalls, readL1Fee } from '@latchkey/chain-evm/decode'
import type { ShownTransaction } from '@latchkey/chain-evm/decode/types'
import { BaseError } from '@latchkey/errors'
import type { ChainInfo } from '@latchkey/protocol'
import { withDeadline } from '@latchkey/std/deadline'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcOutcome } from '../../../context/ChainRpc.ts'
import { askChain, type NamedCalls, type NamedOutcomes } from '../rpc/askChain.ts'
import type { KnownL1Fee } from './l1Part.ts'

/** ms; nobody waits longer for an oracle. */
const patience = 3_000

/** The answers, as far as they come in time. It rejects for nothing but an abort. */
async function askInTime(
  frame: ChainContext,
  chainId: number,
  calls: NamedCalls,
  signal: AbortSignal,
): Promise<NamedOutcomes> {
  const nothing: NamedOutcomes = new Map()
  const outcomes = await withDeadline({ ms: patience, signal }, (limit) =>
    askChain(frame.chain, chainId, calls, limit),
  ).catch(() => nothing)
  signal.throwIfAborted()
  return outcomes
}

/** JSON-RPC error of a call that the contract reverted (EIP-1474 leaves it open; nodes say 3, or say so in words). */
function isReverted(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const { rpcCode, rpcMessage } = error.data ?? {}
  return rpcCode === 3 || (typeof rpcMessage === 'string' && /revert/i.test(rpcMessage))
}

/** The result; null: the contract reverted; undefined: not known. */
const answerOf = (outcome: RpcOutcome | undefined): unknown => {
  if (!outcome || outcome.ok) return outcome?.result
  return isReverted(outcome.error) ? null : undefined
}

/**
 * What the network takes for transactions besides their gas, each as it would be signed. It never waits longer than
 * three seconds: a fee that is not known is warned of, and keeps nobody from signing.
 *
 * @returns one for each transaction; empty for a network that takes no such fee
 * @throws the reason of `signal`, nothing else
 */
export async function readL1Fees(
  frame: ChainContext,
  chain: ChainInfo,
  transactions: readonly ShownTransaction[],
  signal: AbortSignal,
): Promise<readonly KnownL1Fee[]> {
  if (chain.l1Fee === undefined) return []
  const calls: NamedCalls = new Map()
  transactions.forEach((transaction, index) => {
    const [storing, operator] = l1FeeCalls(transaction)
    calls.set(`storing:${index}`, storing).set(`operator:${index}`, operator)
  })
  const outcomes = await askInTime(frame, chain.id, calls, signal)
  return transactions.map((transaction, index) => {
    const answers = ['storing', 'operator'].map((name) => answerOf(outcomes.get(`${name}:${index}`)))
    return readL1Fee(transaction, answers) ?? 'unknown'
  })
}
