import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { MOST_SATOSHIS } from '../../model/amounts.ts'
import { refusePsbt } from './refuse.ts'
import { weigh } from './weigh.ts'

/** An input as it was read. */
export type ReadInput = {
  /** Of the transaction whose output it spends, as explorers write it. */
  txid: string
  vout: number
  /** Satoshis of the output that it spends, as the PSBT tells it. */
  amount: bigint
  /** Of that output. */
  script: Uint8Array
  /** The whole transaction before it was given, and it is that of `txid`: the amount cannot be a lie. */
  isProven: boolean
  sequence: number
  /** What its signature is to cover; `undefined`: all (BIP-174, `PSBT_IN_SIGHASH_TYPE`). */
  sighash: number | undefined
  /** It is to be spent by more than one key's signature, or in another way. */
  hasScript: boolean
  /** The internal key of taproot, if it is told. */
  internalKey: Uint8Array | undefined
  isSigned: boolean
  final: { scriptSig: Uint8Array; witness: readonly Uint8Array[] } | undefined
}

export type ReadOutput = { amount: bigint; script: Uint8Array }

/** A PSBT as it was read, and the bytes from which. */
export type ReadPsbt = {
  bytes: Uint8Array
  inputs: readonly ReadInput[]
  outputs: readonly ReadOutput[]
  /** Satoshis: what is spent and not paid to anybody. */
  fee: bigint
  /** Virtual bytes of the signed transaction; see `weigh`. */
  vsize: number
  isVsizeExact: boolean
  /** Block height or Unix time in seconds before which nobody takes it (BIP-65); 0: at once. */
  lockTime: number
}

/** More than any wallet would pay: 0.1 BTC (Bitcoin Core's `-maxtxfee`), and that for a thousand vbytes (its `maxfeerate`). */
const MOST_FEE = 10_000_000n
const MOST_SATOSHIS_PER_VBYTE = 10_000n

/** Unknown fields stay in the PSBT that is returned. */
const OPTIONS = { allowUnknownOutputs: true, allowUnknownInputs: true, unknown: 'ignore' } as const

/** A transaction that exists may hold what nobody would make today. */
const RAW_OPTIONS = {
  ...OPTIONS,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
} as const

/** The library's own reading of the bytes, anew each time: it is changed by signing. @throws PsbtRefusedError */
export function openPsbt(bytes: Uint8Array): Transaction {
  let transaction: Transaction
  try {
    transaction = Transaction.fromPSBT(bytes, OPTIONS)
  } catch {
    throw refusePsbt('unreadable')
  }
  // Version 2 (BIP-370) has no transaction inside, and rules of its own for who may change what.
  if (transaction.opts.PSBTVersion !== 0) throw refusePsbt('unreadable')
  return transaction
}

/**
 * Reads a PSBT (BIP-174, version 0; BIP-371) and checks what does not depend on whose it is.
 *
 * @param bytes of the PSBT itself, not base64
 * @throws PsbtRefusedError with `data.reason`
 * @example const psbt = readPsbt(base64.decode(text))
 */
export function readPsbt(bytes: Uint8Array): ReadPsbt {
  const copy = Uint8Array.from(bytes)
  const transaction = openPsbt(copy)
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index) => readInput(transaction, index))
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { amount, script } = transaction.getOutput(index)
    if (amount === undefined || script === undefined) throw refusePsbt('unreadable')
    // Coins that nobody could ever spend.
    if (isData({ amount, script }) && amount > 0n) throw refusePsbt('amount')
    return { amount, script }
  })
  if (inputs.length === 0 || outputs.length === 0) throw refusePsbt('empty')
  const fee = sum(inputs) - sum(outputs)
  if (fee < 0n) throw refusePsbt('amount')
  const { vsize, isExact } = weigh(inputs, outputs)
  if (fee > MOST_FEE || fee > MOST_SATOSHIS_PER_VBYTE * BigInt(vsize)) throw refusePsbt('fee')
  refuseRepeated(inputs)
  return { bytes: copy, inputs, outputs, fee, vsize, isVsizeExact: isExact, lockTime: transaction.lockTime }
}

function readInput(transaction: Transaction, index: number): ReadInput {
  const input = transaction.getInput(index)
  const { txid, index: vout, nonWitnessUtxo, witnessUtxo } = input
  if (txid === undefined || vout === undefined) throw refusePsbt('unreadable', index)
  // Where both are told, the library has compared them, and the transaction with its id.
  const before = nonWitnessUtxo?.outputs[vout]
  const spent = before ?? witnessUtxo
  if (spent === undefined || (nonWitnessUtxo && !before)) throw refusePsbt('unknownInput', index)
  const { finalScriptSig, finalScriptWitness, partialSig, tapKeySig, tapScriptSig } = input
  const isFinal = finalScriptSig !== undefined || finalScriptWitness !== undefined
  return {
    txid: hex.encode(txid),
    vout,
    amount: spent.amount,
    script: spent.script,
    isProven: before !== undefined,
    sequence: input.sequence ?? 0xffff_ffff,
    sighash: input.sighashType,
    hasScript: [input.redeemScript, input.witnessScript, input.tapMerkleRoot, input.tapLeafScript].some(
      (part) => part !== undefined && part.length > 0,
    ),
    internalKey: input.tapInternalKey,
    isSigned: isFinal || tapKeySig !== undefined || Boolean(partialSig?.length || tapScriptSig?.length),
    final: isFinal
      ? { scriptSig: finalScriptSig ?? new Uint8Array(), witness: finalScriptWitness ?? [] }
      : undefined,
  }
}

/** The sum of amounts, each and all within what there is. @throws PsbtRefusedError */
function sum(parts: readonly { amount: bigint }[]): bigint {
  let total = 0n
  for (const { amount } of parts) {
    total += amount
    if (amount > MOST_SATOSHIS || total > MOST_SATOSHIS) throw refusePsbt('amount')
  }
  return total
}

function refuseRepeated(inputs: readonly ReadInput[]): void {
  const seen = new Set<string>()
  inputs.forEach(({ txid, vout }, index) => {
    const outpoint = `${txid}:${vout}`
    if (seen.has(outpoint)) throw refusePsbt('repeatedInput', index)
    seen.add(outpoint)
  })
}

/** Whether two PSBTs are of the very same transaction, whatever signatures and hints they hold. */
export function isSameTransaction(one: ReadPsbt, other: ReadPsbt): boolean {
  const parts = ({ inputs, outputs, lockTime }: ReadPsbt) =>
    [
      lockTime,
      ...inputs.map(({ txid, vout, sequence, amount, script }) =>
        [txid, vout, sequence, amount, hex.encode(script)].join(),
      ),
      '',
      ...outputs.map(({ amount, script }) => `${amount},${hex.encode(script)}`),
    ].join(';')
  return parts(one) === parts(other)
}

/**
 * Compares the amounts that a PSBT tells with the transactions before it, and marks those that are as they say.
 *
 * @param transactions raw transactions in hex, by their ids. Whoever tells them need not be trusted: one of another id proves nothing
 * @returns the same transaction, with what is proven
 * @throws PsbtRefusedError with `data.reason` `amount` where the PSBT says something else
 * @example const psbt = proveAmounts(readPsbt(bytes), new Map([[txid, hex]]))
 */
export function proveAmounts(psbt: ReadPsbt, transactions: ReadonlyMap<string, string>): ReadPsbt {
  const inputs = psbt.inputs.map((input, index) => {
    const raw = transactions.get(input.txid)
    const before = input.isProven || raw === undefined ? undefined : openRaw(raw)
    if (before?.id !== input.txid) return input
    if (input.vout >= before.outputsLength) throw refusePsbt('amount', index)
    const { amount, script } = before.getOutput(input.vout)
    if (amount !== input.amount || !script || hex.encode(script) !== hex.encode(input.script))
      throw refusePsbt('amount', index)
    return { ...input, isProven: true }
  })
  return { ...psbt, inputs }
}

/** A transaction as the network has it, in hex; `undefined` where it is none. */
export function openRaw(raw: string): Transaction | undefined {
  try {
    return Transaction.fromRaw(hex.decode(raw), RAW_OPTIONS)
  } catch {
    return undefined
  }
}

/** Whether an output holds data and no coins that anybody could spend (`OP_RETURN`). */
export const isData = ({ script }: ReadOutput): boolean => script[0] === 0x6a
