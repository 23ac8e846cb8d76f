import { encodeBase58 } from '@latchkey/std/base58'
import { decimalsIn, type SolanaMethods } from './accountMethods.ts'
import { encodeAccount } from './encodeAccount.ts'
import { encodeRecord } from './encodeRecord.ts'
import { feeOf } from './fees.ts'
import { addressOf, bytesOf, listOf, type Options, optionsOf, textOf, wholeOf } from './readParams.ts'
import { type ReadTransaction, readMessage, readTransaction } from './readTransaction.ts'
import { invalidParams, PREFLIGHT_FAILURE, RpcError, SIGNATURE_FAILURE } from './rpcError.ts'
import type { ChainRecord, SolanaChain, Trial } from './SolanaChain.ts'

/** Slots until a block cannot be taken back any more. */
const FINALITY = 31
const MOST_SIGNATURES = 1_000

const errorText = (error: unknown) => (typeof error === 'string' ? error : JSON.stringify(error))

function refuseFailed({ error, logs, units, returnData }: Trial): void {
  if (error === null) return
  if (error === 'SignatureFailure')
    throw new RpcError(SIGNATURE_FAILURE, 'Transaction signature verification failure')
  throw new RpcError(PREFLIGHT_FAILURE, `Transaction simulation failed: ${errorText(error)}`, {
    ...{ accounts: null, err: error, innerInstructions: null, logs, replacementBlockhash: null },
    ...{ returnData: encodeReturned(returnData), unitsConsumed: units },
  })
}

const encodeReturned = (returned: Trial['returnData']) =>
  returned && {
    programId: encodeBase58(returned.programId),
    data: [Buffer.from(returned.data).toString('base64'), 'base64'],
  }

/** `confirmed` at once, as there is one node. */
export const statusOf = (chain: SolanaChain, { slot, error }: ChainRecord) => {
  const depth = chain.slot() - slot
  const isFinal = depth >= FINALITY
  return {
    slot,
    confirmations: isFinal ? null : depth,
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    confirmationStatus: isFinal ? 'finalized' : 'confirmed',
  }
}

function send(chain: SolanaChain, [text, options]: readonly unknown[]): string {
  const { encoding = 'base58', skipPreflight } = optionsOf(options)
  const read = readTransaction(chain.svm, bytesOf(text, encoding))
  if (skipPreflight !== true) {
    if (chain.record(read.signature)) return read.signature
    refuseFailed(chain.simulate(read, true, false))
  }
  chain.send(read)
  return read.signature
}

/** Accounts that a simulation is asked to show as they would be. */
function shownAccounts(chain: SolanaChain, trial: Trial, wanted: Options) {
  if (wanted.addresses === undefined) return null
  return listOf(wanted.addresses).map((address) => {
    const key = addressOf(address)
    const account = trial.error === null ? (trial.accounts.get(key) ?? chain.account(key)) : undefined
    return encodeAccount(account, { encoding: wanted.encoding ?? 'base64' }, decimalsIn(chain))
  })
}

function simulate(chain: SolanaChain, [text, options]: readonly unknown[]): object {
  const { encoding = 'base58', sigVerify, replaceRecentBlockhash, accounts } = optionsOf(options)
  if (sigVerify === true && replaceRecentBlockhash === true)
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
  const read: ReadTransaction = readTransaction(chain.svm, bytesOf(text, encoding))
  const trial = chain.simulate(read, sigVerify === true, replaceRecentBlockhash === true)
  const { error, logs, units, returnData } = trial
  return {
    context: { slot: chain.slot(), apiVersion: '2.0.0' },
    value: {
      ...{ err: error, logs, unitsConsumed: units, returnData: encodeReturned(returnData) },
      accounts: shownAccounts(chain, trial, optionsOf(accounts)),
      replacementBlockhash: replaceRecentBlockhash === true ? chain.latest() : null,
      innerInstructions: null,
    },
  }
}

function signaturesFor(chain: SolanaChain, [address, options]: readonly unknown[]): object[] {
  const { limit, before, until } = optionsOf(options)
  const all = chain.recordsOf(addressOf(address))
  const indexOf = (signature: unknown) => all.findIndex(({ read }) => read.signature === signature)
  const first = before === undefined ? 0 : indexOf(before) + 1
  const end = until === undefined ? -1 : indexOf(until)
  const most = limit === undefined ? MOST_SIGNATURES : Number(wholeOf(limit))
  return all.slice(first, Math.min(end < 0 ? all.length : end, first + most)).map((record) => ({
    signature: record.read.signature,
    slot: record.slot,
    err: record.error,
    memo: null,
    blockTime: record.blockTime,
    confirmationStatus: statusOf(chain, record).confirmationStatus,
  }))
}

/** What is asked about transactions. */
export function transactionMethods(chain: SolanaChain): SolanaMethods {
  const context = () => ({ slot: chain.slot(), apiVersion: '2.0.0' })
  return {
    sendTransaction: (params) => send(chain, params),
    simulateTransaction: (params) => simulate(chain, params),
    getFeeForMessage([text]) {
      const read = readMessage(chain.svm, bytesOf(text, 'base64'))
      const isKnown = chain.isValid(read.message.lifetimeToken)
      return { context: context(), value: isKnown ? feeOf(read) : null }
    },
    getSignatureStatuses: ([signatures]) => ({
      context: context(),
      value: listOf(signatures).map((one) => {
        const record = chain.record(textOf(one))
        return record ? statusOf(chain, record) : null
      }),
    }),
    getSignaturesForAddress: (params) => signaturesFor(chain, params),
    getTransaction([signature, options]) {
      const record = chain.record(textOf(signature))
      return record ? encodeRecord(record, optionsOf(options)) : null
    },
  }
}
