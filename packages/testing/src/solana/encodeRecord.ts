import { encodeBase58 } from '@latchkey/std/base58'
import type { ReadTransaction } from './readTransaction.ts'
import { invalidParams, RpcError, UNSUPPORTED_VERSION } from './rpcError.ts'
import type { ChainRecord, TokenBalance } from './SolanaChain.ts'
import { tokenAmount } from './tokenAccounts.ts'

const tokenBalances = (balances: readonly TokenBalance[]) =>
  balances.map(({ index, account, decimals, program }) => ({
    accountIndex: index,
    mint: account.mint,
    owner: account.owner,
    programId: program,
    uiTokenAmount: tokenAmount(account.amount, decimals),
  }))

/** What a transaction did, as JSON-RPC tells it. */
export function encodeMeta({ read, error, fee, meta, before, after }: ChainRecord): object {
  const inner = meta.innerInstructions().flatMap((instructions, index) =>
    instructions.length === 0
      ? []
      : {
          index,
          instructions: instructions.map((one) => {
            const instruction = one.instruction()
            return {
              programIdIndex: instruction.programIdIndex(),
              accounts: [...instruction.accounts()],
              data: encodeBase58(instruction.data()),
              stackHeight: one.stackHeight(),
            }
          }),
        },
  )
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee,
    preBalances: before.lamports,
    postBalances: after.lamports,
    preTokenBalances: tokenBalances(before.tokens),
    postTokenBalances: tokenBalances(after.tokens),
    innerInstructions: inner,
    logMessages: meta.logs(),
    computeUnitsConsumed: meta.computeUnitsConsumed(),
    loadedAddresses: read.loaded,
    rewards: [],
  }
}

/** The keys of a transaction with what it may do with each. */
function accountKeys({ message, keys, loaded }: ReadTransaction) {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const own = message.staticAccounts.length
  return keys.map((pubkey, index) => {
    const signer = index < numSignerAccounts
    const writable =
      index >= own
        ? index < own + loaded.writable.length
        : signer
          ? index < numSignerAccounts - numReadonlySignerAccounts
          : index < own - numReadonlyNonSignerAccounts
    return { pubkey, signer, writable, source: index < own ? 'transaction' : 'lookupTable' }
  })
}

/** Where a transaction looks addresses up; one of the older form cannot. */
function tableLookups({ message }: ReadTransaction): object {
  if (message.version === 'legacy') return {}
  const lookups = message.addressTableLookups ?? []
  return {
    addressTableLookups: lookups.map(({ lookupTableAddress, writableIndices, readableIndices }) => ({
      accountKey: lookupTableAddress,
      writableIndexes: writableIndices,
      readonlyIndexes: readableIndices,
    })),
  }
}

function encodeJson(read: ReadTransaction, isParsed: boolean): object {
  const { message, keys, transaction } = read
  const signatures = Object.values(transaction.signatures).map((one) =>
    encodeBase58(Uint8Array.from(one ?? new Uint8Array(64))),
  )
  const instructions = message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => {
    const encoded = encodeBase58(Uint8Array.from(data ?? []))
    return isParsed
      ? {
          programId: keys[programAddressIndex],
          accounts: accountIndices.map((index) => keys[index]),
          data: encoded,
          stackHeight: 1,
        }
      : { programIdIndex: programAddressIndex, accounts: accountIndices, data: encoded, stackHeight: 1 }
  })
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const header = {
    numRequiredSignatures: numSignerAccounts,
    numReadonlySignedAccounts: numReadonlySignerAccounts,
    numReadonlyUnsignedAccounts: numReadonlyNonSignerAccounts,
  }
  const common = { recentBlockhash: message.lifetimeToken, instructions, ...tableLookups(read) }
  return {
    signatures,
    message: isParsed
      ? { ...common, accountKeys: accountKeys(read) }
      : { ...common, accountKeys: message.staticAccounts, header },
  }
}

/** A transaction as JSON-RPC tells it. Instructions are not taken apart, whatever is asked. */
export function encodeRecord(
  record: ChainRecord,
  options: { encoding?: unknown; maxSupportedTransactionVersion?: unknown },
): object {
  const { read } = record
  const { encoding = 'json', maxSupportedTransactionVersion: most } = options
  const { version } = read.message
  if (version !== 'legacy' && (typeof most !== 'number' || most < version))
    throw new RpcError(
      UNSUPPORTED_VERSION,
      `Transaction version (${version}) is not supported by the requesting client.`,
    )
  const encoded = () => {
    if (encoding === 'base64') return [Buffer.from(read.wire).toString('base64'), 'base64']
    if (encoding === 'base58') return [encodeBase58(read.wire), 'base58']
    if (encoding !== 'json' && encoding !== 'jsonParsed') throw invalidParams('this encoding is not offered')
    return encodeJson(read, encoding === 'jsonParsed')
  }
  return {
    slot: record.slot,
    blockTime: record.blockTime,
    version,
    meta: encodeMeta(record),
    transaction: encoded(),
  }
}
