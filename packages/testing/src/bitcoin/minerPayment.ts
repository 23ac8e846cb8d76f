import { networks, Psbt, payments, type Transaction } from 'bitcoinjs-lib'
import * as ecc from 'tiny-secp256k1'
import type { LedgerOutput } from './BitcoinLedger.ts'

/** Of the miner, whose coins the faucet gives away. */
const MINER_KEY = new Uint8Array(32).fill(0x21)
const FEE = 1_000n
const DUST = 294n

const publicKey = () => ecc.pointFromScalar(MINER_KEY, true) ?? new Uint8Array()

/** Where each block's coins go. */
export const minerScript = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(payments.p2wpkh({ pubkey: publicKey() }).output ?? [])

/**
 * A signed payment by the miner.
 *
 * @param coins that can be spent, of whomever
 * @throws Error when the miner has too few
 */
export function minerPayment(coins: Iterable<LedgerOutput>, to: Uint8Array, value: bigint): Transaction {
  const script = minerScript()
  const psbt = new Psbt({ network: networks.regtest })
  let total = 0n
  for (const coin of coins) {
    if (Buffer.compare(coin.script, script) !== 0) continue
    psbt.addInput({ hash: coin.txid, index: coin.vout, witnessUtxo: { script, value: coin.value } })
    total += coin.value
    if (total >= value + FEE) break
  }
  const rest = total - value - FEE
  if (rest < 0n) throw new Error('The faucet is empty: mine more blocks.')
  psbt.addOutput({ script: Uint8Array.from(to), value })
  if (rest >= DUST) psbt.addOutput({ script, value: rest })
  const signer = { publicKey: publicKey(), sign: (hash: Uint8Array) => ecc.sign(hash, MINER_KEY) }
  return psbt.signAllInputs(signer).finalizeAllInputs().extractTransaction(true)
}
