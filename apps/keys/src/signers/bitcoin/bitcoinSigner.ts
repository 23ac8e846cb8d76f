import {
  type AccountKind,
  addressOf,
  exportBitcoinKey,
  type ReadPsbt,
  readPsbt,
  scriptOfKey,
  signBitcoinMessage,
  signPsbt,
} from '@latchkey/chain-bitcoin/decode/sign'
import { deriveBitcoinKeys } from '@latchkey/keyring/bitcoin'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { BITCOIN, partsOf } from '../../accounts/accountIds.ts'
import { type BytesRequest, defineKeySigner } from '../../accounts/KeySigner.ts'
import { orRefuse, refuse } from '../../accounts/refuse.ts'

type Prepared = { kind: 'message'; bytes: Uint8Array } | { kind: 'transaction'; psbt: ReadPsbt }

const KINDS = ['payment', 'ordinal'] as const
const addressOfKey = (privateKey: Uint8Array, kind: AccountKind) =>
  addressOf(scriptOfKey(privateKey, kind), 'mainnet')

/**
 * Accounts of Bitcoin: messages by BIP-322, and PSBTs, which are read before they are signed. The signature of a message is its
 * witness, of a PSBT the PSBT with the account's signatures in it. Keys and accounts are the same on every network.
 */
export const bitcoinSigner = /* @__PURE__ */ defineKeySigner<BytesRequest, Prepared>({
  ...BITCOIN,
  async derive(root) {
    const keys = await deriveBitcoinKeys(root)
    return KINDS.map((kind) => {
      const { privateKey } = keys[kind]
      return { address: addressOfKey(privateKey, kind) ?? '', privateKey }
    })
  },
  prepare({ kind, bytes: text }) {
    const bytes = decodeBase64url(text)
    if (kind === 'message') return { kind, bytes }
    return { kind, psbt: orRefuse('invalidTransaction', () => readPsbt(bytes)) }
  },
  sign(key, prepared, account) {
    // The key knows nothing of its account; where it gave another address, it would sign by another script.
    const { address } = partsOf(account)
    const kind = KINDS.find((one) => addressOfKey(key, one) === address)
    if (!kind) throw refuse('invalidTransaction')
    const sign = () =>
      prepared.kind === 'message'
        ? signBitcoinMessage(key, kind, prepared.bytes)
        : signPsbt(key, kind, prepared.psbt)
    return { kind: 'signature', signature: encodeBase64url(orRefuse('invalidTransaction', sign)) }
  },
  exportKey: exportBitcoinKey,
})
