import { addressOf, BITCOIN_CHAIN_IDS } from '@latchkey/chain-bitcoin/decode'
import type { ChainInfo } from '@latchkey/protocol'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { crypto, initEccLib, Psbt, payments, Transaction, toXOnly } from 'bitcoinjs-lib'
import * as ecc from 'tiny-secp256k1'
import type { ChainRpc } from '../../../context/ChainRpc.ts'
import type { Frame } from '../../../context/Frame.ts'
import { fakeChain, fakeFrame, signedIn } from '../../../testing/fakeFrame.ts'

initEccLib(ecc)

export const REGTEST: ChainInfo = {
  id: 0,
  caip2: BITCOIN_CHAIN_IDS.regtest,
  name: 'Bitcoin Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  testnet: true,
}

/** The test's own key; both accounts are made of it. */
const KEY = new Uint8Array(32).fill(11)
const publicKey = ecc.pointFromScalar(KEY, true) ?? new Uint8Array()
const internalKey = toXOnly(publicKey)

const KINDS = ['payment', 'ordinal'] as const
type Kind = (typeof KINDS)[number]

/** The output script of an own account, by a library that is not the wallet's. */
export const scriptOf = (kind: Kind): Uint8Array<ArrayBuffer> => {
  const { output } =
    kind === 'payment'
      ? payments.p2wpkh({ pubkey: publicKey })
      : payments.p2tr({ internalPubkey: internalKey })
  return Uint8Array.from(output ?? [])
}

const recordOf = (kind: Kind) => addressOf(scriptOf(kind), 'mainnet') ?? ''

/** Signs as an account does: `payment` by ECDSA, `ordinal` by Schnorr with the tweaked key (BIP-341). */
function signerOf(kind: Kind) {
  const even = publicKey[0] === 3 ? ecc.privateNegate(KEY) : KEY
  const tweaked = ecc.privateAdd(even, crypto.taggedHash('TapTweak', internalKey)) ?? new Uint8Array()
  const key = kind === 'payment' ? KEY : tweaked
  return {
    publicKey: ecc.pointFromScalar(key, true) ?? new Uint8Array(),
    sign: (hash: Uint8Array) => ecc.sign(hash, key),
    signSchnorr: (hash: Uint8Array) => ecc.signSchnorr(hash, key),
  }
}

/** The inputs of an account, signed; nothing is finalised. */
function signInputs(psbt: Psbt, kind: Kind): Psbt {
  const script = Buffer.from(scriptOf(kind)).toString('hex')
  psbt.data.inputs.forEach(({ witnessUtxo }, index) => {
    if (Buffer.from(witnessUtxo?.script ?? []).toString('hex') !== script) return
    if (kind === 'ordinal') psbt.updateInput(index, { tapInternalKey: internalKey })
    psbt.signInput(index, signerOf(kind))
  })
  return psbt
}

/** A message by BIP-322, `simple`: the witness that spends an output which cannot exist. */
function signMessage(message: Uint8Array, kind: Kind): Uint8Array {
  const before = new Transaction()
  before.version = 0
  const hash = crypto.sha256(new TextEncoder().encode('BIP0322-signed-message'))
  const digest = crypto.sha256(Uint8Array.from([...hash, ...hash, ...message]))
  before.addInput(new Uint8Array(32), 0xffff_ffff, 0, Uint8Array.from([0, 32, ...digest]))
  before.addOutput(scriptOf(kind), 0n)
  const psbt = new Psbt()
  psbt.setVersion(0)
  const witnessUtxo = { script: scriptOf(kind), value: 0n }
  psbt.addInput({ hash: before.getId(), index: 0, sequence: 0, witnessUtxo })
  psbt.addOutput({ script: Uint8Array.of(0x6a), value: 0n })
  return signInputs(psbt, kind).finalizeAllInputs().data.inputs[0]?.finalScriptWitness ?? new Uint8Array()
}

type Asked = { account: string; kind: 'message' | 'transaction'; bytes: string }

/** Accounts whose key is the test's, and a frame that whoever has them is signed in to. */
export function bitcoinWorld(chain: ChainRpc = fakeChain(() => null)) {
  const signed: Asked[] = []
  const signBytes = (asked: Asked) => {
    signed.push(asked)
    const kind = KINDS.find((one) => asked.account.endsWith(recordOf(one))) ?? 'payment'
    const bytes = decodeBase64url(asked.bytes)
    const answer =
      asked.kind === 'message'
        ? signMessage(bytes, kind)
        : signInputs(Psbt.fromBuffer(bytes), kind).toBuffer()
    return { signature: encodeBase64url(answer) }
  }
  const accounts = KINDS.map((type) => ({ namespace: 'bip122', address: recordOf(type), type }) as const)
  const frame: Frame = fakeFrame({
    state: { ...signedIn, accounts: [...signedIn.accounts, ...accounts] },
    keys: { signBytes },
    chain,
    config: { chains: [REGTEST] },
    now: Date.now,
  })
  frame.store.setState({ caip2: REGTEST.caip2 })
  const addressOn = (kind: Kind) => addressOf(scriptOf(kind), 'regtest') ?? ''
  return { frame, signed, payment: addressOn('payment'), ordinal: addressOn('ordinal') }
}
