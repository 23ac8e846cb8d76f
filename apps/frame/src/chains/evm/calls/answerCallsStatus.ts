import { RpcParamsError, UnknownCallsIdError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { accountsOf } from '../accounts/accountsOf.ts'
import type { FrameAccounts } from '../accounts/FrameAccounts.ts'
import type { CallReceipt } from '../operation/readOperation.ts'
import type { CallsRecord } from './CallsRecord.ts'
import { findCalls } from './callsStore.ts'
import { isCallsId } from './parseSendCalls.ts'
import { type CallsStatus, readCallsStatus } from './readCallsStatus.ts'

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
