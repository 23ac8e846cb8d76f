import { askService, type ServiceAnswer } from '@latchkey/protocol/client'
import { getConvertAllowance, getConvertApprove, postConvertTransaction } from '@latchkey/protocol/http'
import { activeAccount, activeNetwork } from '../account/accounts.ts'
import { fetchTokens } from '../assets/fetchTokens.ts'
import { outcomeOf } from '../assets/outcomeOf.ts'
import { request } from '../connection/request.ts'
import { NotConnectedError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { CaipAddress, Network, TokenBalance } from '../interfaces/Connector.ts'
import type { BatchOutcome, CallsAbility, ContractCall, SwapQuote } from '../interfaces/Swap.ts'
import { serviceOf } from '../remote/serviceUrl.ts'
import { wholeUnits } from '../transfer/amounts.ts'
import { followTransfer } from '../transfer/sentTransfers.ts'
import { followForm } from '../transfer/transferForm.ts'
import { convertIdOf, minimumOf } from './agreed.ts'
import {
  SwapAnswerError,
  SwapApprovalError,
  SwapMovedError,
  SwapNetworkError,
  SwapQuoteError,
  SwapTransactionError,
  SwapUnderWayError,
  SwapWorseError,
} from './errors.ts'
import { followBatch } from './followBatch.ts'
import { clearSwapForm, swapFormOf } from './swapForm.ts'
import { maySwap } from './swapTokens.ts'

/** A swap that a person has agreed to. `slippage`: basis points. */
export type AgreedSwap = { from: TokenBalance; to: TokenBalance; quote: SwapQuote; slippage: number }

/** A swap that the wallet has sent: `outcome` tells how it ends, and rejects where nobody knows after three minutes. */
export type SentSwap = { outcome: Promise<BatchOutcome> }

/** ms */
const TIMEOUT = 10_000
const WORSE = 4774

/** Who swaps what, and where. */
type Swapping = {
  config: Config
  calls: CallsAbility
  swap: AgreedSwap
  from: string
  caipAddress: CaipAddress
  network: Network
}

/** Who swaps, and where. @throws SwapNetworkError, NotConnectedError */
async function beginSwap(config: Config, swap: AgreedSwap): Promise<Swapping> {
  const { address: from, caipAddress } = activeAccount(config)
  const network = activeNetwork(config.networks.getState())
  if (!from || !caipAddress) throw new NotConnectedError()
  if (!network || !maySwap(config)) throw new SwapNetworkError()
  const { calls } = (await config.adapters[network.chainNamespace]?.transfers?.()) ?? {}
  if (!calls) throw new SwapNetworkError()
  return { config, swap, from, caipAddress, network, calls }
}

/**
 * Asks the wallet to swap: with the approval in one batch where the account makes calls together, else one after the other.
 * Settles when the wallet has sent it, with the form empty and the swap among what is on its way. Where it fails, the form
 * keeps what it has, and says why.
 *
 * @throws SwapWorseError when no more is offered what was agreed; SwapMovedError when the wallet goes elsewhere meanwhile; what the
 *   wallet answers
 */
export async function sendSwap(config: Config, swap: AgreedSwap): Promise<SentSwap> {
  const form = swapFormOf(config)
  if (form.getState().step) throw new SwapUnderWayError()
  form.setState({ step: 'swapping', error: undefined })
  const { isStill, stop } = followForm(form, ({ step }) => step !== undefined)
  try {
    const outcome = await send(await beginSwap(config, swap), isStill)
    if (isStill()) clearSwapForm(config)
    return outcome
  } catch (error) {
    // Of another swap that waits in the wallet by now it says nothing.
    if (isStill() || !form.getState().step) form.setState({ step: undefined, error })
    throw error
  } finally {
    stop()
  }
}

async function send(swapping: Swapping, isShown: () => boolean): Promise<SentSwap> {
  const approvals = await approvalsOf(swapping)
  if (approvals.length > 0 && (await isAtomic(swapping))) {
    return sendTogether(swapping, [...approvals, await buildSwap(swapping)])
  }
  if (approvals.length > 0) await approveFirst(swapping, approvals, isShown)
  // After the approval: what was built before may have grown old.
  const call = await buildSwap(swapping)
  const hash = await ask(swapping, call)
  return follow(swapping, hash, outcomeOf(swapping.config, swapping.network, hash))
}

/** Whether the swap of an amount takes an approval first. */
export async function needsApproval(config: Config, swap: AgreedSwap): Promise<boolean> {
  return (await approvalsOf(await beginSwap(config, swap))).length > 0
}

/** Whether approval and swap are one request. It never rejects. */
export async function isOneRequest(config: Config, swap: AgreedSwap): Promise<boolean> {
  return beginSwap(config, swap).then(isAtomic, () => false)
}

async function isAtomic({ config, calls, network, from }: Swapping): Promise<boolean> {
  try {
    const answer = await askWallet(config, network.chainNamespace, calls.capabilities({ network, from }))
    return calls.isAtomic(answer, network)
  } catch {
    return false
  }
}

const askWallet = (
  config: Config,
  namespace: Network['chainNamespace'],
  args: Parameters<typeof request>[1],
) => request(config, args, { namespace })

/** Exactly as much as is swapped. What is left of an earlier approval is taken back first: some tokens ask for it. */
async function approvalsOf(swapping: Swapping): Promise<ContractCall[]> {
  const { config, caipAddress: userAddress, swap } = swapping
  const { from, quote } = swap
  if (from.address === undefined) return []
  const provider = providerOf(quote)
  const query = { tokenAddress: from.address, userAddress, ...provider }
  const { allowance } = await answerOf(
    askService(serviceOf(config), getConvertAllowance, { query, ms: TIMEOUT }),
  )
  const allowed = BigInt(allowance)
  if (allowed >= quote.fromAmount) return []
  const amounts = allowed > 0n ? [0n, quote.fromAmount] : [quote.fromAmount]
  return Promise.all(amounts.map((amount) => buildApproval(swapping, amount)))
}

const providerOf = ({ provider }: SwapQuote) => (provider === null ? {} : { provider })
const plainOf = (caipAddress: string): string => caipAddress.slice(caipAddress.lastIndexOf(':') + 1)
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** ERC-20, `approve(address,uint256)`: what a service writes is compared with it, to the last digit. */
const approvalData = (spender: string, amount: bigint): string =>
  `0x095ea7b3${spender.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`

async function buildApproval({ config, caipAddress, swap }: Swapping, amount: bigint): Promise<ContractCall> {
  const { from, to, quote } = swap
  const query = {
    ...{ userAddress: caipAddress, from: convertIdOf(from), to: convertIdOf(to), amount: String(amount) },
    ...providerOf(quote),
  }
  const { tx } = await answerOf(askService(serviceOf(config), getConvertApprove, { query, ms: TIMEOUT }))
  // The token itself is called, nothing is paid, and the one who was quoted is approved, for this amount and no more.
  const isAsked =
    same(tx.to, from.address ?? '') && tx.value === '0' && same(tx.data, approvalData(quote.spender, amount))
  if (!isAsked) throw new SwapTransactionError()
  return { to: plainOf(tx.to), data: tx.data, value: 0n }
}

async function buildSwap({ config, caipAddress, network, swap }: Swapping): Promise<ContractCall> {
  const { from, to, quote, slippage } = swap
  const body = {
    ...{
      amount: String(quote.fromAmount),
      [network.chainNamespace]: { slippage: slippage / 100 },
      projectId: config.projectId,
    },
    ...{ from: convertIdOf(from), to: convertIdOf(to), userAddress: caipAddress, disableEstimate: true },
    ...{ minimum: String(minimumOf(quote, slippage)), ...providerOf(quote) },
  }
  const { tx } = await answerOf(askService(serviceOf(config), postConvertTransaction, { body, ms: TIMEOUT }))
  const value = from.address === undefined ? quote.fromAmount : 0n
  if (!same(plainOf(tx.to), quote.spender) || BigInt(tx.value) !== value) throw new SwapTransactionError()
  return { to: plainOf(tx.to), data: tx.data, value }
}

/** @throws SwapWorseError, SwapQuoteError, or the service's refusal */
async function answerOf<Reply>(asked: Promise<ServiceAnswer<Reply>>): Promise<Reply> {
  const answer = await asked.catch((cause: unknown) => {
    throw new SwapQuoteError({ cause })
  })
  if (answer.kind === 'reply') return answer.reply
  if (answer.kind === 'refused' && answer.error?.code === WORSE) throw new SwapWorseError()
  throw (answer.kind === 'refused' && answer.error) || new SwapQuoteError()
}

/** Minutes may have gone by, and a call says itself neither for whom nor for which network it was made. @throws SwapMovedError */
function requireInPlace({ config, caipAddress }: Swapping): void {
  if (activeAccount(config).caipAddress !== caipAddress) throw new SwapMovedError()
}

async function ask(swapping: Swapping, call: ContractCall): Promise<string> {
  const { config, calls, network, from } = swapping
  requireInPlace(swapping)
  const hash = await askWallet(config, network.chainNamespace, calls.request({ from, call }))
  if (typeof hash !== 'string' || hash === '' || hash.length > 128) throw new SwapAnswerError()
  return hash
}

/** One approval after the other, each in a block before the next. @throws SwapApprovalError */
async function approveFirst(
  swapping: Swapping,
  approvals: readonly ContractCall[],
  isShown: () => boolean,
): Promise<void> {
  const { config, network } = swapping
  const show = (step: 'approving' | 'swapping') => isShown() && swapFormOf(config).setState({ step })
  show('approving')
  for (const approval of approvals) {
    const hash = await ask(swapping, approval)
    const { status } = await outcomeOf(config, network, hash)
    if (status === 'reverted') throw new SwapApprovalError()
  }
  show('swapping')
}

async function sendTogether(swapping: Swapping, together: readonly ContractCall[]): Promise<SentSwap> {
  const { config, calls, network, from } = swapping
  requireInPlace(swapping)
  const answer = await askWallet(
    config,
    network.chainNamespace,
    calls.batch({ network, from, calls: together }),
  )
  const id = calls.readBatch(answer)
  if (id === undefined) throw new SwapAnswerError()
  const outcome = followBatch(config, { calls, network, id })
  const renew = () => fetchTokens(config, { force: true }).catch(() => undefined)
  outcome.then(renew, () => undefined)
  return follow(swapping, id, outcome, true)
}

function follow(
  { config, network, caipAddress, swap }: Swapping,
  hash: string,
  outcome: Promise<BatchOutcome>,
  isBatch = false,
): SentSwap {
  const { from, to, quote } = swap
  const amount = wholeUnits(from, quote.fromAmount)
  const swapped = { swapTo: to.symbol, ...(isBatch ? { isBatch } : {}) }
  const sent = {
    hash,
    caipAddress,
    to: quote.spender,
    amount,
    symbol: from.symbol,
    status: 'pending' as const,
  }
  // The service keeps balances for a while: each reading from now on asks for these anew.
  config.runtime.changedTokens = [from.address, to.address].flatMap((token) =>
    token === undefined ? [] : [token.toLowerCase()],
  )
  followTransfer(config, network, { ...sent, ...swapped }, outcome)
  return { outcome }
}
