import { type ChainInfo, evmAddress, type FrameDocumentConfig, quantity } from '@latchkey/protocol'
import { NotConnectedError, RpcParamsError, UnknownCallsIdError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import * as z from 'zod/mini'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { accountsOf, loadAccountKind } from '../accounts/accountsOf.ts'
import { isEvm } from '../model/evmNamespace.ts'
import type { CallReceipt, SentOperation } from '../model/operation.ts'
import type { FrameAccounts } from '../model/transaction.ts'
import { maxAge, readOperation, readReceipt } from '../operation/readOperation.ts'
import { replacementsOf } from '../pending/pendingTransactions.ts'
import { permissionTypes } from '../permissions/parseRequest.ts'
import { quantityOf } from '../rpc/readChain.ts'
import { type CallsRecord, findCalls } from './callsStore.ts'
import { isCallsId } from './parseSendCalls.ts'

/** EIP-5792: under way, done, never got there, failed as a whole, failed in part. */
export type CallsStatusCode = 100 | 200 | 400 | 500 | 600

export type CallsStatus = { status: CallsStatusCode; receipts: readonly CallReceipt[] }

/** ms after which a group that nobody works on is not being sent any more: its page is gone. */
const abandonedAfter = 90_000
const pending: CallsStatus = { status: 100, receipts: [] }
const never: CallsStatus = { status: 400, receipts: [] }

async function statusOfOperation(
  frame: ChainContext,
  { chainId, touchedAt, operation }: CallsRecord,
  signal?: AbortSignal,
): Promise<CallsStatus> {
  if (!operation) return never
  const { entryPoint } = await loadAccountKind()
  const sent: SentOperation = {
    chainId,
    userOpHash: operation.userOpHash as `0x${string}`,
    sinceBlock: BigInt(operation.sinceBlock),
  }
  const seen = await readOperation(frame, sent, entryPoint, signal)
  if (seen.state === 'included') return { status: seen.success ? 200 : 500, receipts: [seen.receipt] }
  // Not sooner: a bundler may have it and not say so (ERC-7769), and who is told that it is lost sends it again.
  const isLost = seen.state === 'unknown' && frame.now() - touchedAt > maxAge
  return isLost ? never : pending
}

type Sent = CallsRecord['transactions'][number]
type Outcome = CallReceipt | 'pending' | 'gone'

/** What became of a transaction, or of the one that took its place. A cancelled one is gone. */
async function outcomeOf(
  frame: ChainContext,
  record: CallsRecord,
  { hash, nonce }: Sent,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { chainId, account } = record
  const steps = replacementsOf(frame, chainId, account, hash)
  const original = await readReceipt(frame, chainId, hash, signal)
  if (original) return original
  for (const { by, sentAs } of steps) {
    const receipt = await readReceipt(frame, chainId, by, signal)
    if (receipt) return sentAs === 'cancel' ? 'gone' : receipt
  }
  const last = steps.at(-1)?.by ?? hash
  const ask = (method: string, params: unknown[]) => frame.chain.request(chainId, { method, params }, signal)
  const [known, count] = await Promise.all([
    ask('eth_getTransactionByHash', [last]),
    ask('eth_getTransactionCount', [account, 'latest']),
  ])
  if (typeof known === 'object' && known !== null) return 'pending'
  const isUsed = (quantityOf(count) ?? 0n) > BigInt(nonce)
  // Between the count and the receipt a block may have come.
  if (isUsed) return (await readReceipt(frame, chainId, last, signal)) ?? 'gone'
  return frame.now() - record.touchedAt > abandonedAfter ? 'gone' : 'pending'
}

const isReceipt = (outcome: Outcome): outcome is CallReceipt => typeof outcome === 'object'

async function statusOfTransactions(
  frame: ChainContext,
  record: CallsRecord,
  signal?: AbortSignal,
): Promise<CallsStatus> {
  const { transactions, calls, closed, touchedAt } = record
  const outcomes = await Promise.all(transactions.map((sent) => outcomeOf(frame, record, sent, signal)))
  const receipts = outcomes.filter(isReceipt)
  const isSending = !closed && frame.now() - touchedAt <= abandonedAfter
  const successes = receipts.filter(({ status }) => quantityOf(status) === 1n).length
  if (successes === calls.length) return { status: 200, receipts }
  if (outcomes.includes('pending')) return pending
  if (isSending && receipts.length === successes) return pending
  if (receipts.length === 0) return never
  return { status: successes === 0 ? 500 : 600, receipts }
}

/**
 * What became of a group of calls, read from the network.
 *
 * @throws ChainUnreachableError when the network does not tell
 */
export const readCallsStatus = (
  frame: ChainContext,
  record: CallsRecord,
  signal?: AbortSignal,
): Promise<CallsStatus> =>
  record.operation ? statusOfOperation(frame, record, signal) : statusOfTransactions(frame, record, signal)

/** The smart account has one address everywhere, so any network that has them tells it. */
export const ownAccounts = (frame: ChainContext, active: FrameAccounts['chain']): Promise<FrameAccounts> =>
  accountsOf(frame, frame.config.chains.find(({ smartAccounts }) => smartAccounts) ?? active)

/**
 * The group of calls that a request names, of this site and of whoever is signed in.
 *
 * @throws RpcParamsError (-32602), UnknownCallsIdError (5730)
 */
export async function namedCalls(frame: ChainContext, { params, chain }: RpcRequest): Promise<CallsRecord> {
  const [id, ...more]: readonly unknown[] = Array.isArray(params) ? params : []
  if (!isCallsId(id) || more.length > 0) throw new RpcParamsError({ data: { reason: 'params' } })
  const { eoa, smart } = await ownAccounts(frame, chain)
  const record = findCalls(frame, id, smart === null ? [eoa] : [eoa, smart])
  if (!record) throw new UnknownCallsIdError()
  return record
}

const receiptOf = ({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }: CallReceipt) => ({
  logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
})

/** The answer in the form of the version that the calls were sent with. */
function shapeOf(
  { version, id, chainId, operation }: CallsRecord,
  { status, receipts }: CallsStatus,
): unknown {
  const told = receipts.length === 0 ? {} : { receipts: receipts.map(receiptOf) }
  if (version === '1.0') return { status: status === 100 ? 'PENDING' : 'CONFIRMED', ...told }
  return { version, id, chainId: toQuantity(chainId), status, atomic: operation !== null, ...told }
}

/** `wallet_getCallsStatus` (EIP-5792). @throws RpcParamsError, UnknownCallsIdError, ChainUnreachableError */
export async function answerCallsStatus(
  frame: ChainContext,
  request: RpcRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  const record = await namedCalls(frame, request)
  return shapeOf(record, await readCallsStatus(frame, record, signal))
}

/** The reads of EIP-5792, for a connected site. */
export async function answerCalls(
  frame: ChainContext,
  request: RpcRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  if (request.method === 'wallet_getCallsStatus') return answerCallsStatus(frame, request, signal)
  return walletCapabilities(frame.config, request.params, await ownAccounts(frame, request.chain))
}

const wantedChains = z.optional(z.array(quantity()).check(z.maxLength(200)))

type Capabilities = Record<string, Record<string, object>>

/** What holds on every network stands once, under the network id 0 (EIP-5792). */
const everywhere = '0x0'

/** A plain account sends one transaction after the other. It is never `ready`: the other account is another address. */
const plain = { atomic: { status: 'unsupported' } }

function smart({ smartAccounts }: ChainInfo, hasPaymasters: boolean): Record<string, object> {
  return {
    atomic: { status: 'supported' },
    // ERC-7677, for the services that the project has registered.
    ...(hasPaymasters ? { paymasterService: { supported: true } } : {}),
    ...(smartAccounts?.permissionManager
      ? { permissions: { supported: true, signerTypes: ['account'], permissionTypes: [...permissionTypes] } }
      : {}),
  }
}

/**
 * Answers `wallet_getCapabilities` (EIP-5792) for one of the person's accounts. Networks that the wallet does not serve
 * are left out, and so are those that an account does not exist on.
 *
 * @param own the accounts of the signed-in person; `smart` null: no network has them
 * @throws RpcParamsError (-32602); NotConnectedError (4100) for an address that is not connected
 */
export function walletCapabilities(
  { chains, paymasters = [] }: Pick<FrameDocumentConfig, 'chains' | 'paymasters'>,
  params: unknown,
  own: { eoa: string; smart: string | null },
): Capabilities {
  const given: readonly unknown[] = Array.isArray(params) ? params : []
  const address = evmAddress().safeParse(given[0])
  const chainIds = wantedChains.safeParse(given[1])
  if (!address.success || !chainIds.success || given.length > 2)
    throw new RpcParamsError({ data: { reason: 'params' } })
  const asked = address.data.toLowerCase()
  const wanted = chainIds.data
  const isSmart = own.smart?.toLowerCase() === asked
  if (!isSmart && own.eoa.toLowerCase() !== asked) throw new NotConnectedError()
  const isWanted = ({ id }: ChainInfo) => !wanted || wanted.some((one) => BigInt(one) === BigInt(id))
  const entries = chains
    .filter((chain) => isEvm(chain) && isWanted(chain) && (!isSmart || chain.smartAccounts))
    .map((chain) => [toQuantity(chain.id), isSmart ? smart(chain, paymasters.length > 0) : plain] as const)
  return { [everywhere]: { assetDiscovery: { supported: true } }, ...Object.fromEntries(entries) }
}
