import { encodeBase58 } from '@latchkey/std/base58'
import type { Address } from '@solana/web3.js'
import type { FailedTransactionMetadata, LiteSVM, TransactionMetadata } from 'litesvm'
import { createBlockhashWindow } from './blockhashWindow.ts'
import { loadLiteSvm } from './loadLiteSvm.ts'
import type { ReadTransaction } from './readTransaction.ts'
import { type ChainAccount, readMint, readTokenAccount, type TokenAccount } from './tokenAccounts.ts'
import { type TransactionError, transactionErrorOf } from './transactionErrors.ts'

export type TokenBalance = { index: number; account: TokenAccount; decimals: number; program: Address }
/** A transaction that a block has, with what it changed. */
export type ChainRecord = {
  read: ReadTransaction
  slot: number
  /** Seconds since the epoch. */
  blockTime: number
  error: TransactionError | null
  fee: bigint
  meta: TransactionMetadata
  before: { lamports: readonly bigint[]; tokens: readonly TokenBalance[] }
  after: { lamports: readonly bigint[]; tokens: readonly TokenBalance[] }
}
export type Trial = {
  error: TransactionError | null
  logs: readonly string[]
  units: bigint
  returnData: { programId: Uint8Array; data: Uint8Array } | null
  accounts: ReadonlyMap<string, ChainAccount>
}

/** One chain of Solana in this process. */
export type SolanaChain = {
  svm: LiteSVM
  slot(): number
  height(): number
  latest(): { blockhash: string; lastValidBlockHeight: number }
  isValid(blockhash: string): boolean
  /** Moves on by so many slots; each has a blockhash of its own. */
  advance(slots: number): void
  account(address: string): ChainAccount | undefined
  /** Every account of a program. */
  accountsOf(program: Address): { address: Address; account: ChainAccount }[]
  /** Tries it. `checked`: signatures must be right; otherwise they are not looked at. */
  simulate(read: ReadTransaction, checked: boolean, anyBlockhash: boolean): Trial
  /** Runs it; a block has it from then on, whether it worked or not, unless its error says that no block takes it. */
  send(read: ReadTransaction): TransactionError | null
  record(signature: string): ChainRecord | undefined
  /** Newest first. */
  recordsOf(address: string): readonly ChainRecord[]
  onRecord(listener: (record: ChainRecord) => void): () => void
  onSlot(listener: (slot: number) => void): () => void
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
/** Of System: AdvanceNonceAccount. */
const ADVANCE_NONCE = 4
/** Where a nonce account holds its nonce. */
const NONCE_AT = 40
/** How many hashes of slots programs can read. */
const SLOT_HASHES = 512
/** Errors of a transaction that no block takes. */
const NOT_TAKEN: readonly unknown[] = [
  ...['BlockhashNotFound', 'AlreadyProcessed', 'AccountNotFound', 'InsufficientFundsForFee'],
  ...['InvalidAccountForFee', 'SignatureFailure', 'SanitizeFailure', 'UnsupportedVersion'],
  ...['AddressLookupTableNotFound', 'InvalidAddressLookupTableOwner', 'InvalidAddressLookupTableData'],
  ...[
    'InvalidAddressLookupTableIndex',
    'AccountLoadedTwice',
    'TooManyAccountLocks',
    'ProgramAccountNotFound',
  ],
]
const nowInSeconds = () => Math.floor(Date.now() / 1_000)

function createAccounts(svm: LiteSVM) {
  const account = (address: string): ChainAccount | undefined => {
    const found = svm.getAccount(address as never)
    if (!found.exists || found.lamports === 0n) return undefined
    const { lamports, data, programAddress, executable } = found
    const owner = programAddress as string as Address
    return { lamports, data: Uint8Array.from(data), owner, executable }
  }
  const decimalsOf = (mint: string) => {
    const found = account(mint)
    return found ? (readMint(found)?.decimals ?? 0) : 0
  }
  const balancesOf = (keys: readonly Address[]) => {
    const accounts = keys.map(account)
    const tokens = accounts.flatMap((found, index) => {
      const token = found && readTokenAccount(found)
      return token ? [{ index, account: token, decimals: decimalsOf(token.mint), program: found.owner }] : []
    })
    return { lamports: accounts.map((found) => found?.lamports ?? 0n), tokens }
  }
  return { account, balancesOf }
}

/** Whether its first instruction moves on the durable nonce that it is bound to. */
function hasDurableNonce({ message, keys }: ReadTransaction, account: SolanaChain['account']): boolean {
  const first = message.instructions[0]
  if (!first || keys[first.programAddressIndex] !== SYSTEM_PROGRAM || first.data?.[0] !== ADVANCE_NONCE)
    return false
  const address = keys[first.accountIndices?.[0] ?? -1]
  const found = address ? account(address) : undefined
  if (found?.owner !== SYSTEM_PROGRAM) return false
  const nonce = found.data.slice(NONCE_AT, NONCE_AT + 32)
  return encodeBase58(nonce) === message.lifetimeToken
}

/** What all accounts of a transaction hold less than before: that, and nothing else, is its fee. */
const paidIn = (before: ChainRecord['before'], after: ChainRecord['after']): bigint => {
  const total = ({ lamports }: ChainRecord['before']) => lamports.reduce((sum, held) => sum + held, 0n)
  return total(before) - total(after)
}

const hasFailed = (result: object): result is FailedTransactionMetadata => 'err' in result

function createTrials(svm: LiteSVM, refusal: (read: ReadTransaction) => TransactionError | null) {
  const nothing = { logs: [], units: 0n, returnData: null, accounts: new Map<string, ChainAccount>() }
  return (read: ReadTransaction, checked: boolean, anyBlockhash: boolean): Trial => {
    const early = anyBlockhash ? null : refusal(read)
    if (early) return { error: early, ...nothing }
    svm.withSigverify(checked)
    try {
      const result = svm.simulateTransaction(read.transaction as never)
      const failed = hasFailed(result)
      const meta = result.meta()
      const accounts = new Map<string, ChainAccount>()
      if (!failed)
        for (const { address, lamports, data, programAddress, executable } of result.postAccounts()) {
          const owner = programAddress as string as Address
          accounts.set(address, { lamports, data: Uint8Array.from(data), owner, executable })
        }
      const returned = meta.returnData()
      const data = returned.data()
      return {
        error: failed ? transactionErrorOf(result) : null,
        logs: meta.logs(),
        units: meta.computeUnitsConsumed(),
        returnData: data.length > 0 ? { programId: returned.programId(), data } : null,
        accounts,
      }
    } catch {
      return { error: 'SignatureFailure', ...nothing }
    } finally {
      svm.withSigverify(true)
    }
  }
}

function createHistory() {
  const bySignature = new Map<string, ChainRecord>()
  const byAddress = new Map<string, ChainRecord[]>()
  const listeners = new Set<(record: ChainRecord) => void>()
  return {
    record: (signature: string) => bySignature.get(signature),
    recordsOf: (address: string) => byAddress.get(address) ?? [],
    add(record: ChainRecord) {
      bySignature.set(record.read.signature, record)
      for (const key of record.read.keys) byAddress.set(key, [record, ...(byAddress.get(key) ?? [])])
      for (const listener of listeners) listener(record)
    },
    onRecord(listener: (record: ChainRecord) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Slots, their blockhashes and the clock. The runtime knows its newest blockhash alone: which others count is decided here. */
function createSlots(svm: LiteSVM) {
  const window = createBlockhashWindow(svm.latestBlockhash())
  const listeners = new Set<(slot: number) => void>()
  const slot = () => Number(svm.getClock().slot)
  // Newest first; look-up tables are made and read by them.
  let hashes: { slot: bigint; hash: string }[] = []
  const tick = () => {
    hashes = [{ slot: svm.getClock().slot, hash: svm.latestBlockhash() }, ...hashes].slice(0, SLOT_HASHES)
    svm.expireBlockhash()
    window.add(svm.latestBlockhash())
    const clock = svm.getClock()
    clock.slot += 1n
    clock.unixTimestamp = BigInt(nowInSeconds())
    svm.setClock(clock)
    for (const listener of listeners) listener(Number(clock.slot))
  }
  return {
    window,
    slot,
    advance(slots: number) {
      for (let count = 0; count < slots; count++) tick()
      svm.setSlotHashes(hashes as never)
    },
    onSlot(listener: (slot: number) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Makes a chain of Solana in this process: the real runtime with System, the token programs, associated accounts, memo
 * and look-up tables; signatures, blockhashes and durable nonces are checked.
 *
 * @throws Error where the runtime has no build for this machine
 */
export async function createSolanaChain(): Promise<SolanaChain> {
  const svm = (await loadLiteSvm()).withBlockhashCheck(false)
  const { account, balancesOf } = createAccounts(svm)
  const { window, slot, advance, onSlot } = createSlots(svm)
  const history = createHistory()
  advance(1)
  const refusal = (read: ReadTransaction): TransactionError | null => {
    if (history.record(read.signature)) return 'AlreadyProcessed'
    const { lifetimeToken } = read.message
    return window.has(lifetimeToken) || hasDurableNonce(read, account) ? null : 'BlockhashNotFound'
  }
  const send = (read: ReadTransaction): TransactionError | null => {
    const early = refusal(read)
    if (early) return early
    const before = balancesOf(read.keys)
    let result: ReturnType<LiteSVM['sendTransaction']>
    try {
      result = svm.sendTransaction(read.transaction as never)
    } catch {
      return 'SignatureFailure'
    }
    const error = hasFailed(result) ? transactionErrorOf(result) : null
    if (NOT_TAKEN.includes(error)) return error
    const meta = hasFailed(result) ? result.meta() : result
    const after = balancesOf(read.keys)
    history.add({
      ...{
        read,
        slot: slot(),
        blockTime: nowInSeconds(),
        error,
        fee: paidIn(before, after),
        meta,
        before,
        after,
      },
    })
    return error
  }
  return {
    ...{ svm, slot, advance, onSlot, account, send },
    height: window.height,
    latest: window.latest,
    isValid: window.has,
    accountsOf: (program) =>
      svm.getProgramAccounts(program as never).flatMap(({ address }) => {
        const found = account(address)
        return found ? [{ address: address as string as Address, account: found }] : []
      }),
    simulate: createTrials(svm, refusal),
    ...{ record: history.record, recordsOf: history.recordsOf, onRecord: history.onRecord },
  }
}
