import { Psbt, type Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AccountKind, scriptOfKey } from '../account/accountKind.ts'
import { buildPsbt, bytesOf, OTHER_KEY, OWN_KEY, psbtPlan } from '../testing/randomPsbt.ts'
import { areSigned, lockingScript, paymentOf, signerOf, taprootSignerOf } from '../testing/secondLibrary.ts'
import { readPsbt } from './readPsbt.ts'
import { signPsbt } from './signPsbt.ts'
import { viewPsbt } from './viewPsbt.ts'

const KINDS: readonly AccountKind[] = ['payment', 'ordinal']
const own = { payment: lockingScript(OWN_KEY, 'payment'), ordinal: lockingScript(OWN_KEY, 'ordinal') }

/** Signs with both accounts where both have inputs, as the wallet does. */
function signAll(bytes: Uint8Array): Uint8Array {
  const { inputs } = readPsbt(bytes)
  const has = (kind: AccountKind) =>
    inputs.some(({ script }) => script.every((byte, at) => byte === own[kind][at]))
  return KINDS.filter(has).reduce((signed, kind) => signPsbt(OWN_KEY, kind, readPsbt(signed)), bytes)
}

/** What others do with the wallet's answer: sign the rest with bitcoinjs-lib, finalise, and send. */
function finish(bytes: Uint8Array): Transaction {
  const psbt = Psbt.fromBuffer(Uint8Array.from(bytes))
  const other = signerOf(OTHER_KEY)
  for (const [index, input] of psbt.data.inputs.entries()) {
    if (input.partialSig || input.tapKeySig) continue
    if (input.witnessUtxo?.script.length === 22) psbt.signInput(index, other)
    else {
      const { internalPubkey } = paymentOf(OTHER_KEY, 'ordinal')
      psbt.updateInput(index, { tapInternalKey: internalPubkey ?? new Uint8Array() })
      psbt.signTaprootInput(index, taprootSignerOf(OTHER_KEY))
    }
  }
  psbt.finalizeAllInputs()
  return psbt.extractTransaction(true)
}

it('the account of a key has the same script in both libraries', () => {
  for (const kind of KINDS) expect(scriptOfKey(OWN_KEY, kind)).toEqual(own[kind])
})

it('shown equals signed: what bitcoinjs-lib builds is signed by the wallet and sent by bitcoinjs-lib', () => {
  fc.assert(
    fc.property(psbtPlan, (plan) => {
      const bytes = bytesOf(buildPsbt(plan))
      const view = viewPsbt(readPsbt(bytes), { chain: 'mainnet', own, by: KINDS })
      const signed = signAll(bytes)
      expect(areSigned(signed, view.signs)).toBe(true)
      const sent = finish(signed)
      expect(
        sent.outs.map(({ value, script }) => ({ value, script: Buffer.from(script).toString('hex') })),
      ).toEqual(view.outputs.map(({ amount, script }) => ({ value: amount, script: script.slice(2) })))
      expect(
        sent.ins.map(({ hash, index }) => `${Buffer.from(hash).reverse().toString('hex')}:${index}`),
      ).toEqual(view.inputs.map(({ txid, vout }) => `${txid}:${vout}`))
      const spent = plan.inputs.reduce((sum, { amount }) => sum + amount, 0n)
      expect(view.fee).toBe(spent - sent.outs.reduce((sum, { value }) => sum + value, 0n))
      // A signature of ECDSA may be a byte or three shorter than is told before.
      expect(view.isVsizeExact).toBe(true)
      expect(view.vsize).toBeGreaterThanOrEqual(sent.virtualSize())
      expect(view.vsize - sent.virtualSize()).toBeLessThanOrEqual(plan.inputs.length)
      expect(view.lockTime).toBe(sent.locktime)
    }),
    { numRuns: 60 },
  )
})
