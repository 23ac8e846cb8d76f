import {
  crypto,
  initEccLib,
  networks,
  Psbt,
  payments,
  script as scripts,
  Transaction,
  toXOnly,
} from 'bitcoinjs-lib'
import * as ecc from 'tiny-secp256k1'

export type MockBitcoinKind = 'payment' | 'ordinal'
export type MockBitcoinChain = 'mainnet' | 'testnet' | 'regtest'

const NETWORKS = { mainnet: networks.bitcoin, testnet: networks.testnet, regtest: networks.regtest }
const ALL = 1

const tagged = (tag: string, ...parts: readonly Uint8Array[]) => {
  const head = crypto.sha256(new TextEncoder().encode(tag))
  return crypto.sha256(Uint8Array.from(Buffer.concat([head, head, ...parts])))
}

/** The transaction over which a message is signed (BIP-322). */
function messageTransaction(message: Uint8Array, script: Uint8Array): Transaction {
  const hash = tagged('BIP0322-signed-message', message)
  const spent = new Transaction()
  spent.version = 0
  spent.addInput(new Uint8Array(32), 0xffff_ffff, 0, Uint8Array.of(0, 32, ...hash))
  spent.addOutput(Uint8Array.from(script), 0n)
  const spending = new Transaction()
  spending.version = 0
  spending.addInput(spent.getHash(), 0, 0)
  spending.addOutput(Uint8Array.of(0x6a), 0n)
  return spending
}

/** A witness as it is written down. */
const encodeWitness = (items: readonly Uint8Array[]) =>
  Uint8Array.from([items.length, ...items.flatMap((item) => [item.length, ...item])])

/** The key of a taproot account by its key alone (BIP-86). */
function tweakedKey(key: Uint8Array, point: Uint8Array): Uint8Array {
  const even = point[0] === 3 ? ecc.privateNegate(key) : key
  const tweaked = ecc.privateAdd(even, tagged('TapTweak', toXOnly(point)))
  if (!tweaked) throw new Error('There is no such key.')
  return tweaked
}

/** Both accounts of one key, by bitcoinjs-lib on libsecp256k1, which no part of the wallet uses. */
export function mockBitcoinSigner(seed: readonly number[], chain: MockBitcoinChain) {
  initEccLib(ecc)
  const key = Uint8Array.from(seed)
  const point = ecc.pointFromScalar(key, true)
  if (!point) throw new Error('This is no key.')
  const network = NETWORKS[chain]
  const payment = payments.p2wpkh({ pubkey: point, network })
  const ordinal = payments.p2tr({ internalPubkey: toXOnly(point), network })
  const accounts = { payment, ordinal }
  const scriptOf = (kind: MockBitcoinKind) => Uint8Array.from(accounts[kind].output ?? [])
  const tweaked = tweakedKey(key, point)
  const signer = { publicKey: point, sign: (hash: Uint8Array) => ecc.sign(hash, key) }
  const taprootSigner = {
    publicKey: ecc.pointFromScalar(tweaked, true) ?? point,
    sign: (hash: Uint8Array) => ecc.sign(hash, tweaked),
    signSchnorr: (hash: Uint8Array) => ecc.signSchnorr(hash, tweaked),
  }
  const addresses = { payment: payment.address ?? '', ordinal: ordinal.address ?? '' }
  const kindOf = (address: unknown): MockBitcoinKind => {
    if (address === addresses.payment) return 'payment'
    if (address === addresses.ordinal) return 'ordinal'
    throw new Error('This is no account of the wallet.')
  }
  return {
    addresses,
    publicKey: point,
    /** A witness (BIP-322, `simple`). */
    message(address: unknown, message: Uint8Array): Uint8Array {
      const kind = kindOf(address)
      const transaction = messageTransaction(message, scriptOf(kind))
      if (kind === 'ordinal') {
        const hash = transaction.hashForWitnessV1(0, [scriptOf(kind)], [0n], Transaction.SIGHASH_DEFAULT)
        return encodeWitness([taprootSigner.signSchnorr(hash)])
      }
      const code = payments.p2pkh({ pubkey: point }).output ?? new Uint8Array()
      const hash = transaction.hashForWitnessV0(0, code, 0n, ALL)
      return encodeWitness([scripts.signature.encode(signer.sign(hash), ALL), point])
    },
    /** Signs the inputs of these accounts; nothing is finalised. */
    psbt(bytes: Uint8Array, of: readonly unknown[]): Uint8Array {
      const psbt = Psbt.fromBuffer(Uint8Array.from(bytes), { network })
      for (const kind of of.map(kindOf))
        psbt.data.inputs.forEach(({ witnessUtxo }, index) => {
          if (!witnessUtxo || Buffer.compare(witnessUtxo.script, scriptOf(kind)) !== 0) return
          if (kind === 'ordinal') psbt.updateInput(index, { tapInternalKey: toXOnly(point) })
          psbt.signInput(index, kind === 'ordinal' ? taprootSigner : signer)
        })
      return Uint8Array.from(psbt.toBuffer())
    },
  }
}
