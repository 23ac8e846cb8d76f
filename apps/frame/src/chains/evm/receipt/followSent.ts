import type { ChainInfo } from '@latchkey/protocol'
import { hash32, quantity } from '@latchkey/protocol'
import { pause } from '@latchkey/std/pause'
import * as z from 'zod/mini'
import type { ApprovalView, Fact, FollowSent, Receipt } from '../../../approvals/ApprovalView.ts'
import { nativeAmount, text } from '../../../approvals/phrases.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { Frame } from '../../../context/Frame.ts'
import { namedCalls, readCallsStatus } from '../calls/answerCalls.ts'
import type { NamedCalls } from '../model/transaction.ts'
import { askChain, quantityOf, resultOf } from '../rpc/readChain.ts'

/** ms between two looks. */
const INTERVAL = 2_000

/** What a receipt of the network is read for (Ethereum JSON-RPC, eth_getTransactionReceipt). */
const networkReceipt = z.looseObject({
  status: z.enum(['0x0', '0x1']),
  blockNumber: quantity(),
  from: z.string(),
  gasUsed: quantity(),
  effectiveGasPrice: z.optional(quantity()),
  /** What storing it on Ethereum cost, on an OP-Stack network. */
  l1Fee: z.optional(quantity()),
})
type NetworkReceipt = z.output<typeof networkReceipt>

const linkOf = ({ explorerUrl }: ChainInfo, hash: string): string | null =>
  explorerUrl ? `${explorerUrl.replace(/\/$/, '')}/tx/${hash}` : null

/** The account that the screen named as the one that acts. */
const accountOf = ({ facts }: ApprovalView): string | undefined => {
  const value = facts.find(({ label }) => label === 'row.account')?.value
  return value?.kind === 'address' ? value.address.toLowerCase() : undefined
}

/** What the account itself has paid; what somebody else sent for it is paid in another way. */
function paidFacts(chain: ChainInfo, view: ApprovalView, receipt: NetworkReceipt): Fact[] {
  const { from, gasUsed, effectiveGasPrice, l1Fee = '0x0' } = receipt
  if (effectiveGasPrice === undefined || from.toLowerCase() !== accountOf(view)) return []
  const paid = BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee)
  return [{ label: 'receipt.paid', value: nativeAmount(chain, paid) }]
}

type Sent = { chain: ChainInfo; view: ApprovalView; hash: string }

/** How it stands with a transaction: pending until the network has it, final once its block is. */
async function look(frame: Frame, { chain, view, hash }: Sent, signal: AbortSignal): Promise<Receipt> {
  const calls: NamedCalls = new Map([
    ['receipt', { method: 'eth_getTransactionReceipt', params: [hash] }],
    ['final', { method: 'eth_getBlockByNumber', params: ['finalized', false] }],
  ])
  const outcomes = await askChain(frame.chain, chain.id, calls, signal)
  const shared = { link: linkOf(chain, hash), isStale: outcomes.get('receipt')?.ok !== true }
  const name: Fact = { label: 'row.transaction', value: text(hash), long: true }
  const read = networkReceipt.safeParse(resultOf(outcomes, 'receipt'))
  if (!read.success) return { ...shared, status: 'pending', facts: [name] }
  const facts = [...paidFacts(chain, view, read.data), name]
  if (read.data.status === '0x0') return { ...shared, status: 'failed', facts }
  const final = resultOf(outcomes, 'final') as { number?: unknown } | null | undefined
  const isFinal = (quantityOf(final?.number) ?? -1n) >= BigInt(read.data.blockNumber)
  return { ...shared, status: isFinal ? 'final' : 'confirmed', facts }
}

/** The same of calls that were sent together (EIP-5792): one transaction, or several. */
async function lookAtCalls(
  frame: Frame,
  request: RpcRequest,
  id: string,
  signal: AbortSignal,
): Promise<Receipt> {
  const record = await namedCalls(frame, { ...request, params: [id] })
  const { status, receipts } = await readCallsStatus(frame, record, signal)
  const hashes = [...new Set(receipts.map(({ transactionHash }) => transactionHash))]
  const [first] = hashes
  // The calls may name another network than the one that is active.
  const chain = frame.config.chains.find(({ id }) => id === record.chainId)
  return {
    status: status === 100 ? 'pending' : status === 200 ? 'confirmed' : 'failed',
    facts: hashes.map((hash): Fact => ({ label: 'row.transaction', value: text(hash), long: true })),
    link: first === undefined || !chain ? null : linkOf(chain, first),
    isStale: false,
  }
}

const callsId = (result: unknown): string | undefined => {
  const id = typeof result === 'object' && result !== null && 'id' in result ? result.id : result
  return typeof id === 'string' ? id : undefined
}

/** How to look at what a request has sent; undefined: it sent nothing, or nothing that could be found. */
function wayTo(
  frame: Frame,
  request: RpcRequest,
  { result, view }: Parameters<FollowSent>[0],
): ((signal: AbortSignal) => Promise<Receipt>) | undefined {
  const { method, chain } = request
  if (method === 'wallet_sendCalls') {
    const id = callsId(result)
    return id === undefined ? undefined : (signal) => lookAtCalls(frame, request, id, signal)
  }
  const hash = hash32().safeParse(result)
  if (method !== 'eth_sendTransaction' || !hash.success) return undefined
  return (signal) => look(frame, { chain, view, hash: hash.data }, signal)
}

const isOver = ({ status }: Receipt) => status === 'final' || status === 'failed'

/** Looks again and again at what was sent, until it is over or nobody looks any more. */
async function follow(
  way: (signal: AbortSignal) => Promise<Receipt>,
  report: (receipt: Receipt) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: Receipt = { status: 'pending', facts: [], link: null, isStale: false }
  while (!signal.aborted) {
    last = await way(signal).catch(() => ({ ...last, isStale: true }))
    if (signal.aborted) return
    report(last)
    if (isOver(last)) return
    await pause(INTERVAL, signal).catch(() => undefined)
  }
}

/** Tells what becomes of what a request has sent. */
export const followSent =
  (frame: Frame, request: RpcRequest): FollowSent =>
  (sent, report, signal) => {
    const way = wayTo(frame, request, sent)
    return way && follow(way, report, signal)
  }
