import { crypto, initEccLib, networks, Psbt, payments, toXOnly } from 'bitcoinjs-lib'
import * as ecc from 'tiny-secp256k1'
import type { BitcoinChain } from '../../model/chainIds.ts'
import type { AccountKind } from '../account/accountKind.ts'

initEccLib(ecc)

const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

/** The networks as bitcoinjs-lib knows them. */
export const networkOf = (chain: BitcoinChain) =>
  chain === 'mainnet' ? networks.bitcoin : chain === 'regtest' ? networks.regtest : networks.testnet

/** What bitcoinjs-lib pays an account of a key with. */
export function paymentOf(privateKey: Uint8Array, kind: AccountKind, chain: BitcoinChain = 'mainnet') {
  const pubkey = ecc.pointFromScalar(privateKey, true) ?? new Uint8Array()
  const network = networkOf(chain)
  return kind === 'payment'
    ? payments.p2wpkh({ pubkey, network })
    : payments.p2tr({ internalPubkey: toXOnly(pubkey), network })
}

/** The output script of a key's account. */
export const lockingScript = (privateKey: Uint8Array, kind: AccountKind): Uint8Array<ArrayBuffer> =>
  copy(paymentOf(privateKey, kind).output ?? new Uint8Array())

/** Signs a message hash as libsecp256k1 does: what bitcoinjs-lib calls a signer. */
export function signerOf(privateKey: Uint8Array) {
  return {
    publicKey: ecc.pointFromScalar(privateKey, true) ?? new Uint8Array(),
    sign: (hash: Uint8Array) => ecc.sign(hash, privateKey),
    signSchnorr: (hash: Uint8Array) => ecc.signSchnorr(hash, privateKey),
  }
}

/** Whether each of these inputs has a signature that libsecp256k1 takes. */
export function areSigned(bytes: Uint8Array, inputs: readonly number[]): boolean {
  const psbt = Psbt.fromBuffer(copy(bytes))
  return inputs.every((index) =>
    psbt.validateSignaturesOfInput(index, (key, hash, signature) =>
      key.length === 32 ? ecc.verifySchnorr(hash, key, signature) : ecc.verify(hash, key, signature),
    ),
  )
}

/** The signer of a key's taproot output without scripts (BIP-341, BIP-86). */
export function taprootSignerOf(privateKey: Uint8Array) {
  const publicKey = ecc.pointFromScalar(privateKey, true) ?? new Uint8Array()
  const even = publicKey[0] === 3 ? ecc.privateNegate(privateKey) : privateKey
  const tweak = crypto.taggedHash('TapTweak', toXOnly(publicKey))
  return signerOf(ecc.privateAdd(even, tweak) ?? new Uint8Array())
}
