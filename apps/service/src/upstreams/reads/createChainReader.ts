import { setMaxListeners } from 'node:events'
import { startDeadline } from '@latchkey/std/deadline'
import { isHex } from '@latchkey/std/hex'
import { decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import { type Chain, multicallOf } from '../../config/chains.ts'
import { createBreaker } from '../createBreaker.ts'
import { nodeError } from '../rpc/passOn.ts'
import { createUpstream, isTooLong, type UpstreamRequest } from '../rpc/upstream.ts'

/** One call of a contract that changes nothing. */
export type ContractCall = { to: `0x${string}`; data: Hex }

/** One network while it is read: everything within one time limit. */
export type Reading = {
  /**
   * What the contracts answer, in the order of the calls; null where one reverts, or answers at too great length.
   *
   * @throws when the network does not answer
   */
  call(calls: readonly ContractCall[]): Promise<(Hex | null)[]>
  /**
   * What an account has of the native currency, in base units.
   *
   * @throws when the network does not answer, or not by a number
   */
  nativeBalance(account: string): Promise<bigint>
  /**
   * What a unit of gas costs now, tip included, in wei.
   *
   * @throws when the network does not answer, or not by a number
   */
  gasPrice(): Promise<bigint>
}

/** What a network says, whoever asks. */
export type ChainReader = {
  /** @throws ChainReadError when the network does not answer */
  read<T>(work: (network: Reading) => Promise<T>): Promise<T>
}

export type ReaderLimits = {
  /** Of one try, and of all that one reading takes, ms. */
  dataTry: number
  dataTotal: number
  /** Requests under way to one node, those that wait for their turn, and for how long, ms. */
  rpcAtOnce: number
  rpcWaiting: number
  rpcPatience: number
}

/** The network does not answer, or not in a form that is read. The message holds no address of a node. */
export class ChainReadError extends Error {
  override name = 'ChainReadError'
}

/** A few hundred words and what a token may add to its own; a longer answer is none. */
const MOST_BYTES = 1_048_576
/** Spares a silent network for so long after so many failures in a row. */
const BREAKER = { failures: 5, rest: 10_000 }
/** How long a network without the contract is not asked for it again, ms. */
const MISSING_FOR = 600_000
/** Errors of a node, not of the call: what stands for a time-out or a limit. */
const NOT_OF_THE_CALL: ReadonlySet<number> = new Set([-1, -32_603, -32_005, -32_007, 429])

/** What a call that failed stands for: null where the contract refused it. @throws when the network did */
function refusedCall(error: unknown): null {
  const answer = nodeError(error)
  if (isTooLong(error) || (answer && !NOT_OF_THE_CALL.has(answer.code))) return null
  throw error
}

/** null: the answer is none of Multicall3. */
function decodeAggregate(data: Hex, length: number): (Hex | null)[] | null {
  try {
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
    if (results.length !== length) return null
    return results.map(({ success, returnData }) => (success && isHex(returnData) ? returnData : null))
  } catch {
    return null
  }
}

type Ask = (call: UpstreamRequest) => Promise<unknown>

const readOne = async (ask: Ask, { to, data }: ContractCall): Promise<Hex | null> => {
  const answer = await ask({ method: 'eth_call', params: [{ to, data }, 'latest'] }).catch(refusedCall)
  return isHex(answer) ? answer : null
}

async function readNumber(ask: Ask, call: UpstreamRequest): Promise<bigint> {
  const answer = await ask(call)
  if (typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)) return BigInt(answer)
  throw new ChainReadError('The network gave no number.')
}

/** Calls of one moment share a request, unless what one of them answers is too long: then each goes alone. */
function openNodes(chain: Chain, limits: ReaderLimits): (signal: AbortSignal) => Ask {
  const { dataTry: timeout, rpcAtOnce: atOnce, rpcWaiting: waiting, rpcPatience: patience } = limits
  const open = (batch: boolean) =>
    createUpstream(chain, () => performance.now(), {
      ...{ timeout, batch, mostBytes: MOST_BYTES },
      gate: { atOnce, waiting, patience },
    })
  const [together, alone] = [open(true), open(false)]
  return (signal) => (call) =>
    together.request(call, signal).catch((error: unknown) => {
      if (isTooLong(error)) return alone.request(call, signal)
      throw error
    })
}

/**
 * Reads one network through the operator's nodes: many contracts in one call where the network has Multicall3, else in
 * one batch. A silent network is left alone for a while.
 *
 * @param now milliseconds
 */
export function createChainReader(chain: Chain, limits: ReaderLimits, now: () => number): ChainReader {
  const nodes = openNodes(chain, limits)
  const breaker = createBreaker({ ...BREAKER, now })
  const multicall = multicallOf(chain)
  let missingUntil = Number.NEGATIVE_INFINITY

  /** null: to be read one by one. */
  async function readTogether(ask: Ask, calls: readonly ContractCall[]): Promise<(Hex | null)[] | null> {
    if (!multicall || calls.length < 2 || now() < missingUntil) return null
    const args = calls.map(({ to, data: callData }) => ({ target: to, allowFailure: true, callData }))
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [args] })
    const answer = await readOne(ask, { to: multicall, data })
    if (answer === '0x') missingUntil = now() + MISSING_FOR
    return answer === null ? null : decodeAggregate(answer, calls.length)
  }

  return {
    async read(work) {
      const limit = startDeadline(limits.dataTotal)
      // Each call listens.
      setMaxListeners(0, limit.signal)
      const ask = nodes(limit.signal)
      const network: Reading = {
        call: async (calls) =>
          (await readTogether(ask, calls)) ?? Promise.all(calls.map((call) => readOne(ask, call))),
        nativeBalance: (account) =>
          readNumber(ask, { method: 'eth_getBalance', params: [account, 'latest'] }),
        gasPrice: () => readNumber(ask, { method: 'eth_gasPrice' }),
      }
      try {
        return await breaker.run(() => work(network))
      } catch (error) {
        if (error instanceof ChainReadError) throw error
        throw new ChainReadError('The network does not answer.', { cause: error })
      } finally {
        limit.clear()
      }
    },
  }
}
