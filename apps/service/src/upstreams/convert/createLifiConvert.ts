import { startDeadline } from '@latchkey/std/deadline'
import { type Hex, zeroAddress } from 'viem'
import * as z from 'zod'
import type { Chain } from '../../config/chains.ts'
import { isLoopbackName } from '../../config/originPattern.ts'
import { createBreaker } from '../createBreaker.ts'
import { createGate } from '../createGate.ts'
import { guardedGet } from '../guardedRequest.ts'
import type { Built, ConvertSource, Offer, Wish } from './ConvertSource.ts'
import { type LifiCall, readLifiCall } from './lifiCall.ts'

type Address = `0x${string}`

/** LI.FI's contract, the same on almost every network: the only one that is given an allowance, whatever an answer says. */
const DIAMOND: Address = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
/** Spec 9: the networks on which swaps are offered. */
const SPENDERS: Readonly<Record<number, Address>> = {
  ...Object.fromEntries(
    [1, 10, 56, 100, 137, 250, 8217, 8453, 42161, 43114, 1313161554].map((id) => [id, DIAMOND]),
  ),
  324: '0x341e94069f53234fE6DabeF707aD424830525715',
}

const units = z.string().regex(/^(?:0|[1-9][0-9]{0,77})$/)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)
/** https://docs.li.fi/api-reference, `GET /v1/quote`: as much of it as is used. */
const answer = z.object({
  action: z.object({ fromChainId: z.number(), toChainId: z.number(), fromAmount: units }),
  estimate: z.object({
    toAmount: units,
    toAmountMin: units,
    approvalAddress: address,
    gasCosts: z.array(z.object({ estimate: units.optional() })).optional(),
    feeCosts: z.array(z.object({ percentage: z.string().optional() })).optional(),
    fromAmountUSD: z.string().optional(),
    toAmountUSD: z.string().optional(),
  }),
  transactionRequest: z.object({
    to: address,
    from: address,
    data: z
      .string()
      .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
      .max(60_000),
    value: quantity.optional(),
    chainId: z.number(),
  }),
})
type Answer = z.output<typeof answer> & { call: LifiCall }
/**
 * LI.FI's codes of "no way": 1002 and 1003; with the wrong amount 1011. So are one that it cannot build (1001), process (1004)
 * or keep within the slippage (1007): it has answered, and whoever asks so must not have it count as silent for everybody.
 */
const refusal = z.object({ message: z.string(), code: z.number() })
const NO_WAY: ReadonlySet<number> = new Set([1_001, 1_002, 1_003, 1_004, 1_007, 1_011])

/** The source does not answer in the form that is read, or answers for something else than was asked. */
export class ConvertAnswerError extends Error {
  override name = 'ConvertAnswerError'
}

export type LifiOptions = {
  /** Of the service, with its version: `https://li.quest/v1`. */
  url: string
  /** ms */
  timeout: number
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConvertAnswerError('The answer is no JSON.')
  }
}

/** Hundredths of a basis point from a fraction such as `0.0025`; 0 for any other text. */
function partOf(text: string | undefined): number {
  const part = /^0?\.([0-9]{1,6})[0-9]*$/.exec(text ?? '')?.[1]
  return part ? Number(part.padEnd(6, '0')) : 0
}

/** Cents, of `12.3456`. */
function centsOf(text: string | undefined): bigint | null {
  const [, whole, part = ''] = /^([0-9]{1,15})(?:\.([0-9]*))?$/.exec(text ?? '') ?? []
  return whole === undefined ? null : BigInt(whole + part.slice(0, 2).padEnd(2, '0'))
}

function impactOf({ estimate: { fromAmountUSD, toAmountUSD } }: Answer): number | null {
  const [given, got] = [centsOf(fromAmountUSD), centsOf(toAmountUSD)]
  if (given === null || got === null || given === 0n) return null
  return got >= given ? 0 : Number(((given - got) * 10_000n) / given)
}

const offerOf = (told: Answer): Offer => ({
  toAmount: BigInt(told.estimate.toAmount),
  impact: impactOf(told),
  fee: (told.estimate.feeCosts ?? []).reduce((sum, { percentage }) => sum + partOf(percentage), 0),
  gas:
    (told.estimate.gasCosts ?? []).reduce((sum, { estimate }) => sum + BigInt(estimate ?? '0'), 0n) || null,
})

/**
 * What may still be lost of an answer that offers more than was agreed on and promises less; null: it is none of these. The
 * price has moved since then, and the same part of another price is another minimum.
 */
function slippageTo({ estimate, call }: Answer, minimum: bigint): number | null {
  const offered = BigInt(estimate.toAmount)
  if (call.minimum >= minimum || offered < minimum) return null
  const points = Number(((offered - minimum) * 10_000n) / offered)
  return points > 0 ? points : null
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Of one token, and no more of it: the account may have allowed the contract more, and other tokens, long before. */
function takesNoMore({ taken }: LifiCall, from: string, amount: bigint): boolean {
  const sum = taken.reduce((all, one) => all + one.amount, 0n)
  return taken.every(({ token }) => same(token, from)) && sum <= amount
}

/** What was asked for, and nothing else: an answer for another account or contract is a trap. */
function checkAnswer(
  told: z.output<typeof answer>,
  chain: Chain,
  { from, to, amount, account }: Wish,
  spender: Address,
): Answer {
  const { action, estimate, transactionRequest: sent } = told
  const call = readLifiCall(sent.data as Hex)
  const value = BigInt(sent.value ?? '0x0')
  const isOurs =
    [action.fromChainId, action.toChainId, sent.chainId].every((id) => id === chain.id) &&
    BigInt(action.fromAmount) === amount &&
    same(sent.from, account) &&
    same(sent.to, spender) &&
    (from === zeroAddress ? value === amount : same(estimate.approvalAddress, spender) && value === 0n) &&
    BigInt(estimate.toAmountMin) > 0n &&
    BigInt(estimate.toAmountMin) <= BigInt(estimate.toAmount)
  const isOurCall =
    call &&
    same(call.receiver, account) &&
    same(call.from, from) &&
    same(call.to, to) &&
    takesNoMore(call, from, amount)
  if (!isOurs || !isOurCall || call.minimum < BigInt(estimate.toAmountMin))
    throw new ConvertAnswerError('The answer is for something else than was asked.')
  return { ...told, call }
}

/**
 * Swaps by LI.FI, or a service of the same form. An answer that would send to another contract than LI.FI's own, for another
 * account, or with coins that were not asked for, is none.
 *
 * @param guard one a process: a silent service is spared for all networks
 * @returns null for a network that swaps are not offered on by it
 */
export function createLifiConvert(
  chain: Chain,
  { url, timeout }: LifiOptions,
  guard: LifiGuard,
): ConvertSource | null {
  const spender = SPENDERS[chain.id]
  if (!spender) return null

  async function ask(wish: Wish): Promise<Answer | null> {
    const limit = startDeadline(timeout)
    const asked = new URLSearchParams({
      ...{ fromChain: String(chain.id), toChain: String(chain.id), fromToken: wish.from, toToken: wish.to },
      ...{ fromAmount: String(wish.amount), fromAddress: wish.account, toAddress: wish.account },
      // A fraction of one.
      slippage: (wish.slippage / 10_000).toFixed(4),
    })
    const text = await guardedGet(`${url}/quote?${asked}`, {
      allowsLoopback: isLoopbackName(new URL(url).hostname),
      ...{ signal: limit.signal, timeout, gate: guard.gate },
    }).finally(limit.clear)
    const json = readJson(text)
    const told = answer.safeParse(json)
    if (told.success) return checkAnswer(told.data, chain, wish, spender as Address)
    const refused = refusal.safeParse(json)
    if (refused.success && NO_WAY.has(refused.data.code)) return null
    throw new ConvertAnswerError('The answer holds no quote.')
  }
  const find = (wish: Wish) => guard.breaker.run(() => ask(wish))

  return {
    name: 'lifi',
    spender,
    async quote(wish) {
      const told = await find(wish)
      return told && offerOf(told)
    },
    async build(wish, minimum): Promise<Built | null> {
      const first = await find(wish)
      const slippage = first && minimum !== null ? slippageTo(first, minimum) : null
      const told = slippage === null ? first : await find({ ...wish, slippage })
      if (!told) return null
      const { to, data, value = '0x0' } = told.transactionRequest
      return {
        ...offerOf(told),
        minimum: told.call.minimum,
        ...{ to: to as Address, data: data as Address, value: BigInt(value) },
      }
    },
  }
}

/** What bounds the requests of all networks together. */
export type LifiGuard = ReturnType<typeof createLifiGuard>
export const createLifiGuard = (now: () => number) => ({
  gate: createGate({ atOnce: 8, waiting: 64, patience: 3_000 }),
  breaker: createBreaker({ failures: 3, rest: 30_000, now }),
})
