import {
  decodeCall,
  isSignedAsShown,
  parseTransactionRequest,
  type ShownTransaction,
  type TransactionRequest,
} from '@latchkey/chain-evm/decode'
import { BaseError } from '@latchkey/errors'
import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import type { Frame } from '../Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import type { Approval, ApprovalContext, Prepared } from './Approval.ts'
import { broadcast } from './broadcast.ts'
import { completeTransaction } from './completeTransaction.ts'
import { recipientOf } from './partiesOf.ts'
import { block, parseOrRefuse } from './refusals.ts'
import { networkStop } from './stops.ts'
import { readTransactionFacts, simulateAgain, type TransactionFacts } from './transactionFacts.ts'
import { pendingTransactionView, transactionView } from './transactionView.ts'

/** ms after which a simulation says too little about now. */
const simulationAge = 15_000

type Made = Prepared<ShownTransaction> & { facts?: TransactionFacts }

function make(frame: Frame, request: RpcRequest, wanted: TransactionRequest, facts: TransactionFacts): Made {
  const transaction = completeTransaction(wanted, request.chain.id, facts)
  const view = transactionView({
    chain: request.chain,
    wanted,
    transaction,
    facts,
    known: frame.counterparties,
  })
  const reason = facts.gas.ok ? 'funds' : (facts.gas.reason ?? 'reverted')
  const refusal = view.stop ? { refusal: new ChainRefusedError({ data: { reason } }) } : {}
  return { payload: transaction, view, facts, ...refusal }
}

async function prepare(
  frame: Frame,
  request: RpcRequest,
  wanted: TransactionRequest,
  signal: AbortSignal,
): Promise<Made> {
  try {
    return make(frame, request, wanted, await readTransactionFacts(frame, request, wanted, signal))
  } catch (error) {
    if (signal.aborted) throw error
    const view = { ...pendingTransactionView(request.chain, wanted, decodeCall(wanted)), stop: networkStop }
    const refusal = error instanceof BaseError ? error : new ChainUnreachableError({ cause: error })
    // Never signed: a view with a stop cannot be approved.
    return { payload: {} as ShownTransaction, view, refusal }
  }
}

async function confirm(
  frame: Frame,
  request: RpcRequest,
  wanted: TransactionRequest,
  made: Made,
  signal: AbortSignal,
): Promise<Made> {
  const { facts } = made
  if (!facts || frame.now() - facts.simulatedAt <= simulationAge) return made
  const simulation = await simulateAgain(frame, request, wanted, signal)
  return make(frame, request, wanted, { ...facts, simulation, simulatedAt: frame.now() })
}

async function signTransaction(frame: Frame, transaction: ShownTransaction) {
  const { from, ...fields } = transaction
  const signed = await askKeys(frame.keys, 'signTransaction', {
    address: from,
    transaction: {
      ...fields,
      value: String(fields.value),
      gas: String(fields.gas),
      maxFeePerGas: String(fields.maxFeePerGas),
      maxPriorityFeePerGas: String(fields.maxPriorityFeePerGas),
      accessList: fields.accessList.map(({ address, storageKeys }) => ({
        address,
        storageKeys: [...storageKeys],
      })),
    },
  })
  return { raw: signed.raw as `0x${string}`, hash: signed.hash as `0x${string}` }
}

/**
 * `eth_sendTransaction`: filled in, decoded, simulated, shown; signed by keys and sent by the frame.
 *
 * @throws RequestBlockedError, RpcParamsError; from signing also ChainRefusedError, UncertainBroadcastError
 */
export function transactionApproval(
  frame: Frame,
  request: RpcRequest,
  { account }: ApprovalContext,
): Approval<ShownTransaction> {
  const params = Array.isArray(request.params) ? request.params : []
  const context = { chainId: request.chain.id, address: account }
  const wanted = parseOrRefuse(() => parseTransactionRequest(params, context))
  const decoded = decodeCall(wanted)
  return {
    view: pendingTransactionView(request.chain, wanted, decoded),
    prepare: (signal) => prepare(frame, request, wanted, signal),
    confirm: (made, signal) => confirm(frame, request, wanted, made, signal),
    async sign(transaction, onSigned) {
      const signed = await signTransaction(frame, transaction)
      onSigned()
      if (!(await isSignedAsShown(signed, transaction))) block('signatureMismatch')
      const hash = await broadcast(frame.chain, request.chain.id, signed)
      const recipient = recipientOf(decoded)
      if (recipient !== null) frame.counterparties.add(recipient)
      return hash
    },
  }
}
