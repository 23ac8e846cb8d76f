import { OutScript, Script, selectUTXO } from '@scure/btc-signer'
import { dustOfType } from '../../model/amounts.ts'
import type { BitcoinChain } from '../../model/chainIds.ts'
import { BitcoinAddressError, BitcoinAmountError, BitcoinFundsError } from '../../model/errors.ts'
import { addressFormatOf, scriptOf } from '../account/addresses.ts'

/** An output that an account can spend. */
export type Coin = {
  /** As explorers write it. */
  txid: string
  vout: number
  /** Satoshis. */
  amount: bigint
}

export type TransferRequest = {
  chain: BitcoinChain
  /** The account that pays and gets the change: native segwit (`payment`). */
  from: string
  coins: readonly Coin[]
  to: string
  /** Satoshis. */
  amount: bigint
  /** Whole satoshis a virtual byte, 1 or more. */
  feeRate: bigint
  /** Bytes that are written into the transaction for everybody to read (`OP_RETURN`), 80 at most. */
  memo?: Uint8Array
}

/** May be replaced, and has no relative lock time (BIP-125, BIP-68). */
export const REPLACEABLE = 0xffff_fffd

/** The least that an output of a script may hold, satoshis. */
export const dustOf = (script: Uint8Array): bigint => dustOfType(OutScript.decode(script).type)

/**
 * The least that can be sent to an address.
 *
 * @returns satoshis; `undefined` when the text is no address of the network
 * @example leastAmountTo('bc1q…', 'mainnet') // 294n
 */
export function leastAmountTo(address: string, chain: BitcoinChain): bigint | undefined {
  const script = scriptOf(address, chain)
  return script && dustOf(script)
}

/**
 * Makes the PSBT of a transfer: chooses coins, pays the fee, sends the rest back. It can be replaced by one that pays more (BIP-125).
 *
 * @returns bytes of a PSBT of version 0 (BIP-174), unsigned
 * @throws BitcoinAddressError, BitcoinAmountError; BitcoinFundsError when the coins do not pay for amount and fee
 * @example const psbt = createTransfer({ chain: 'mainnet', from, coins, to, amount: 50_000n, feeRate: 4n })
 */
export function createTransfer({
  chain,
  from,
  coins,
  to,
  amount,
  feeRate,
  memo,
}: TransferRequest): Uint8Array {
  const [script, target] = [scriptOf(from, chain), scriptOf(to, chain)]
  if (!script || !target) throw new BitcoinAddressError()
  if (amount < dustOf(target)) throw new BitcoinAmountError()
  if (coins.length === 0) throw new BitcoinFundsError()
  const inputs = coins.map(({ txid, vout, amount: held }) => ({
    ...{ txid, index: vout, sequence: REPLACEABLE },
    witnessUtxo: { script, amount: held },
  }))
  const data = memo ? [{ script: Script.encode(['RETURN', memo]), amount: 0n }] : []
  const selected = selectUTXO(inputs, [{ script: target, amount }, ...data], 'default', {
    ...{ feePerByte: feeRate, changeAddress: from, network: addressFormatOf(chain) },
    ...{ createTx: true, bip69: true, allowUnknownOutputs: memo !== undefined },
  })
  if (!selected?.tx) throw new BitcoinFundsError()
  return selected.tx.toPSBT(0)
}
