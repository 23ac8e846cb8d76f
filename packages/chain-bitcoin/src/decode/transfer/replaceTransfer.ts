import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { BitcoinChain } from '../../model/chainIds.ts'
import { BitcoinAddressError, BitcoinFundsError } from '../../model/errors.ts'
import { scriptOf } from '../account/addresses.ts'
import { openRaw, type ReadOutput } from '../psbt/readPsbt.ts'
import { refusePsbt } from '../psbt/refuse.ts'
import { weigh } from '../psbt/weigh.ts'
import { type Coin, dustOf, REPLACEABLE } from './createTransfer.ts'

/** A transaction that waits and may be replaced, as it was read from its own bytes. Amounts in satoshis. */
export type ReplaceableTransfer = {
  /** As explorers write it. */
  txid: string
  /** All of them are the account's own. */
  inputs: readonly Coin[]
  outputs: readonly ReadOutput[]
  fee: bigint
  /** Virtual bytes, signatures included. */
  vsize: number
  lockTime: number
  /** The output that comes back to the account, counted from 0; `undefined`: none does. */
  change: number | undefined
}

export type ReplaceTransferRequest = {
  chain: BitcoinChain
  /** The account that has paid: native segwit (`payment`). */
  from: string
  old: ReplaceableTransfer
  /** What may be spent besides. Coins that wait for a block must not be among them (BIP-125, rule 2). */
  coins: readonly Coin[]
  /** Whole satoshis a virtual byte; where that is less than a replacement has to pay, it pays what it has to. */
  feeRate: bigint
}

/** Satoshis a virtual byte that a replacement pays more (Bitcoin Core's `-incrementalrelayfee`). */
const RELAY_RATE = 1n
/** Coins that are added at most. */
const MOST_ADDED = 20
/** A sequence below it says that the transaction may be replaced (BIP-125). */
const FINAL = 0xffff_fffe

const sum = (parts: readonly { amount: bigint }[]) => parts.reduce((total, { amount }) => total + amount, 0n)
const isSame = (one: Uint8Array, other: Uint8Array) => hex.encode(one) === hex.encode(other)

/**
 * The transactions whose outputs a transaction spends.
 *
 * @param raw in hex
 * @returns their ids, as explorers write them
 * @throws PsbtRefusedError with `data.reason` `unreadable`
 */
export function transactionsBefore(raw: string): string[] {
  const transaction = openRaw(raw)
  if (!transaction) throw refusePsbt('unreadable')
  return Array.from({ length: transaction.inputsLength }, (_, index) =>
    hex.encode(transaction.getInput(index).txid ?? new Uint8Array()),
  )
}

/** The transactions before it, by their own ids: whoever told them need not be trusted. */
function outputBefore(
  before: ReadonlyMap<string, string>,
  txid: string,
  vout: number,
): ReadOutput | undefined {
  const raw = before.get(txid)
  const transaction = raw === undefined ? undefined : openRaw(raw)
  if (transaction?.id !== txid || vout >= transaction.outputsLength) return undefined
  const { amount, script } = transaction.getOutput(vout)
  return amount === undefined || script === undefined ? undefined : { amount, script }
}

/**
 * Reads a transaction of an account's own that waits for a block.
 *
 * @param told.txid the one that is meant; bytes of another one are refused
 * @param told.raw the transaction in hex
 * @param told.before the transactions whose outputs it spends, in hex, by their ids
 * @param told.own the script of the account
 * @throws PsbtRefusedError with `data.reason`: `unreadable`, `unknownInput`, `notOurs` where anybody else pays too, `notReplaceable`
 * @example const old = readReplaceable({ txid, raw, before, own })
 */
export function readReplaceable({
  txid,
  raw,
  before,
  own,
}: {
  txid: string
  raw: string
  before: ReadonlyMap<string, string>
  own: Uint8Array
}): ReplaceableTransfer {
  const transaction = openRaw(raw)
  if (transaction?.id !== txid) throw refusePsbt('unreadable')
  let mayBeReplaced = false
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index): Coin => {
    const input = transaction.getInput(index)
    if (input.txid === undefined || input.index === undefined) throw refusePsbt('unreadable', index)
    const coin = { txid: hex.encode(input.txid), vout: input.index }
    const spent = outputBefore(before, coin.txid, coin.vout)
    if (!spent) throw refusePsbt('unknownInput', index)
    if (!isSame(spent.script, own)) throw refusePsbt('notOurs', index)
    mayBeReplaced ||= (input.sequence ?? 0xffff_ffff) < FINAL
    return { ...coin, amount: spent.amount }
  })
  if (!mayBeReplaced) throw refusePsbt('notReplaceable')
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { amount, script } = transaction.getOutput(index)
    if (amount === undefined || script === undefined) throw refusePsbt('unreadable')
    return { amount, script }
  })
  const change = outputs.findLastIndex(({ script }) => isSame(script, own))
  const fee = sum(inputs) - sum(outputs)
  if (fee < 0n) throw refusePsbt('amount')
  return {
    ...{ txid, inputs, outputs, fee, lockTime: transaction.lockTime },
    vsize: Math.ceil(transaction.weight / 4),
    change: change < 0 ? undefined : change,
  }
}

/** The least that a replacement of a size pays: as much as both of them take, and more a virtual byte (BIP-125, rules 3, 4 and 6). */
function leastFee({ fee, vsize }: ReplaceableTransfer, newSize: number): bigint {
  const size = BigInt(newSize)
  const [added, dearer] = [fee + RELAY_RATE * size, (fee * size) / BigInt(vsize) + 1n]
  return added > dearer ? added : dearer
}

/**
 * Makes the PSBT of a transaction that takes the place of one that waits (BIP-125): the same coins, the same payments, a higher fee
 * out of the change. Where that is not enough, coins are added, the largest first.
 *
 * @returns bytes of a PSBT of version 0 (BIP-174), unsigned
 * @throws BitcoinAddressError; BitcoinFundsError when change and coins do not pay for the fee
 * @example const psbt = replaceTransfer({ chain: 'mainnet', from, old, coins, feeRate: 12n })
 */
export function replaceTransfer({ chain, from, old, coins, feeRate }: ReplaceTransferRequest): Uint8Array {
  const script = scriptOf(from, chain)
  if (!script) throw new BitcoinAddressError()
  const spent = new Set(old.inputs.map(({ txid, vout }) => `${txid}:${vout}`))
  const more = coins
    .filter(({ txid, vout }) => txid !== old.txid && !spent.has(`${txid}:${vout}`))
    .toSorted((one, other) => (one.amount < other.amount ? 1 : -1))
    .slice(0, MOST_ADDED)
  const place = old.change ?? old.outputs.length
  const kept = old.outputs.filter((_, index) => index !== old.change)
  const feeOf = (inputs: readonly Coin[], outputs: readonly ReadOutput[]) => {
    const { vsize } = weigh(
      inputs.map(() => ({ script, final: undefined })),
      outputs,
    )
    const [asked, least] = [feeRate * BigInt(vsize), leastFee(old, vsize)]
    return asked > least ? asked : least
  }
  for (let added = 0; added <= more.length; added += 1) {
    const inputs = [...old.inputs, ...more.slice(0, added)]
    const rest = sum(inputs) - sum(kept)
    const back = { script, amount: rest }
    const amount = rest - feeOf(inputs, [...kept, back])
    if (amount >= dustOf(script))
      return psbtOf(inputs, kept.toSpliced(place, 0, { script, amount }), { script, lockTime: old.lockTime })
    if (kept.length > 0 && rest >= feeOf(inputs, kept))
      return psbtOf(inputs, kept, { script, lockTime: old.lockTime })
  }
  throw new BitcoinFundsError()
}

function psbtOf(
  inputs: readonly Coin[],
  outputs: readonly ReadOutput[],
  { script, lockTime }: { script: Uint8Array; lockTime: number },
): Uint8Array {
  const transaction = new Transaction({ lockTime, allowUnknownOutputs: true })
  for (const { txid, vout, amount } of inputs)
    transaction.addInput({ txid, index: vout, sequence: REPLACEABLE, witnessUtxo: { script, amount } })
  for (const output of outputs) transaction.addOutput(output)
  return transaction.toPSBT(0)
}
