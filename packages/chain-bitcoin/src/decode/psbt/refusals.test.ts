import { Psbt, Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitcoinKeyError } from '../../model/errors.ts'
import { buildPsbt, bytesOf, OTHER_KEY, OWN_KEY, psbtPlan } from '../testing/randomPsbt.ts'
import { lockingScript, paymentOf, signerOf, taprootSignerOf } from '../testing/secondLibrary.ts'
import { inputsToSign } from './inputsToSign.ts'
import { readPsbt } from './readPsbt.ts'
import type { PsbtRefusal } from './refuse.ts'
import { signPsbt } from './signPsbt.ts'
import { viewPsbt } from './viewPsbt.ts'

const payment = lockingScript(OWN_KEY, 'payment')
const ordinal = lockingScript(OWN_KEY, 'ordinal')
const other = lockingScript(OTHER_KEY, 'payment')
const own = { payment, ordinal }
const ID = '11'.repeat(32)

/** A PSBT with one input for each script, of 100 000 satoshis each, and one output to somebody else. */
function psbtOf(scripts: readonly Uint8Array[], paid = 90_000n * BigInt(scripts.length)): Psbt {
  const psbt = new Psbt()
  scripts.forEach((script, index) => {
    psbt.addInput({ hash: ID, index, witnessUtxo: { script, value: 100_000n } })
  })
  return psbt.addOutput({ script: other, value: paid })
}

const refusal = (reason: PsbtRefusal) =>
  expect.objectContaining({ code: 7201, data: expect.objectContaining({ reason }) })
function reasonOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
const view = (psbt: Psbt, by: Parameters<typeof viewPsbt>[1]['by'] = ['payment']) =>
  viewPsbt(readPsbt(bytesOf(psbt)), { chain: 'mainnet', own, by })
/** Neither shown nor signed. */
function expectRefused(psbt: Psbt, reason: PsbtRefusal, kind: 'payment' | 'ordinal' = 'payment') {
  expect(reasonOf(() => view(psbt, [kind]))).toEqual(refusal(reason))
  expect(reasonOf(() => signPsbt(OWN_KEY, kind, readPsbt(bytesOf(psbt))))).toEqual(refusal(reason))
}

describe('a PSBT is refused', () => {
  it('when an input does not tell what it spends', () => {
    const psbt = new Psbt().addInput({ hash: ID, index: 0 }).addOutput({ script: other, value: 1n })
    expectRefused(psbt, 'unknownInput')
  })

  it('when one of the others’ inputs does not tell it', () => {
    const psbt = psbtOf([payment]).addInput({ hash: ID, index: 7 })
    expectRefused(psbt, 'unknownInput')
  })

  it('when the transaction before is another one, or says something else than the output told beside it', () => {
    const before = new Transaction()
    before.addInput(new Uint8Array(32), 0)
    before.addOutput(payment, 100_000n)
    const told = new Psbt()
      .addInput({ hash: before.getId(), index: 0, nonWitnessUtxo: before.toBuffer() })
      .addOutput({ script: other, value: 1n })
    expect(view(told).inputs).toEqual([expect.objectContaining({ isProven: true, amount: 100_000n })])
    told.data.inputs[0] = { ...told.data.inputs[0], witnessUtxo: { script: payment, value: 5_000n } }
    expectRefused(told, 'unreadable')
    const lie = psbtOf([payment])
    lie.data.inputs[0] = { ...lie.data.inputs[0], nonWitnessUtxo: before.toBuffer() }
    expectRefused(lie, 'unreadable')
  })

  it.each([2, 3, 0x81, 0x82, 0x83, 0x80, 0x41])(
    'when a signature is to cover less than all: sighash %s',
    (sighashType) => {
      for (const kind of ['payment', 'ordinal'] as const) {
        const psbt = psbtOf([own[kind]])
        psbt.updateInput(0, { sighashType })
        expectRefused(psbt, 'sighash', kind)
      }
    },
  )

  it('when the sighash of native segwit is that of taproot', () => {
    const psbt = psbtOf([payment])
    psbt.data.inputs[0] = { ...psbt.data.inputs[0], sighashType: 0 }
    expectRefused(psbt, 'sighash')
  })

  it('when its fee is absurd, or it pays more than it spends', () => {
    expectRefused(
      new Psbt()
        .addInput({ hash: ID, index: 0, witnessUtxo: { script: payment, value: 1_000_000_000n } })
        .addOutput({ script: other, value: 989_999_999n }),
      'fee',
    )
    expectRefused(
      new Psbt()
        .addInput({ hash: ID, index: 0, witnessUtxo: { script: payment, value: 3_000_000n } })
        .addOutput({ script: other, value: 1_000n }),
      'fee',
    )
    const burnt = psbtOf([payment], 10_000n)
    expectRefused(burnt.addOutput({ script: Uint8Array.of(0x6a, 1, 1), value: 80_000n }), 'amount')
    expectRefused(psbtOf([payment], 100_001n), 'amount')
    expectRefused(psbtOf([payment], 2_100_000_000_000_001n), 'amount')
  })

  it('when a payment spends an output of the account of ordinals, or the other way round', () => {
    const both = psbtOf([payment, ordinal])
    expect(reasonOf(() => view(both, ['payment']))).toEqual(refusal('otherAccount'))
    expect(reasonOf(() => view(both, ['ordinal']))).toEqual(refusal('otherAccount'))
    expect(view(both, ['payment', 'ordinal']).signs).toEqual([0, 1])
  })

  it('when an own input is signed already', () => {
    const signed = psbtOf([payment])
    signed.signInput(0, signerOf(OWN_KEY))
    expectRefused(signed, 'signed')
    const taproot = psbtOf([ordinal])
    taproot.updateInput(0, {
      tapInternalKey: paymentOf(OWN_KEY, 'ordinal').internalPubkey ?? new Uint8Array(),
    })
    taproot.signTaprootInput(0, taprootSignerOf(OWN_KEY))
    expectRefused(taproot, 'signed', 'ordinal')
    expectRefused(signed.finalizeAllInputs(), 'signed')
  })

  it('when an own input is to be spent by a script', () => {
    const psbt = psbtOf([ordinal])
    psbt.updateInput(0, { tapMerkleRoot: new Uint8Array(32).fill(1) })
    expect(reasonOf(() => signPsbt(OWN_KEY, 'ordinal', readPsbt(bytesOf(psbt))))).toEqual(
      expect.objectContaining({ code: 7201 }),
    )
  })

  it('when nothing of it is ours, and with another key', () => {
    expectRefused(psbtOf([other]), 'notOurs')
    const ours = readPsbt(bytesOf(psbtOf([payment])))
    expect(reasonOf(() => signPsbt(OTHER_KEY, 'payment', ours))).toEqual(refusal('notOurs'))
    expect(BitcoinKeyError.code).toBe(7205)
  })

  it('when it spends one output twice', () => {
    const [psbt, twice] = [psbtOf([payment]), psbtOf([payment, payment])]
    const raw = Buffer.from(bytesOf(twice))
    // bitcoinjs-lib makes none such: the second input's number is written over.
    const at = raw.lastIndexOf(Buffer.from(`${ID}01000000`, 'hex'))
    raw.writeUInt32LE(0, at + 32)
    expect(reasonOf(() => readPsbt(Uint8Array.from(raw)))).toEqual(refusal('repeatedInput'))
    expect(view(psbt).signs).toEqual([0])
  })

  it('when it is none', () => {
    for (const bytes of [
      new Uint8Array(),
      new TextEncoder().encode('hello'),
      Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff),
    ])
      expect(reasonOf(() => readPsbt(bytes))).toEqual(refusal('unreadable'))
    expect(reasonOf(() => readPsbt(bytesOf(new Psbt())))).toEqual(refusal('empty'))
  })

  it('with a reason, whichever byte of it is changed; or is read as something that says what it says', () => {
    fc.assert(
      fc.property(psbtPlan, fc.nat(), fc.nat(255), (plan, at, value) => {
        const bytes = bytesOf(buildPsbt(plan))
        const changed = bytes.with(at % bytes.length, value)
        const error = reasonOf(() => inputsToSign(readPsbt(changed), own, ['payment', 'ordinal']))
        if (error !== undefined) expect(error).toMatchObject({ code: 7201 })
      }),
      { numRuns: 200 },
    )
  })
})

describe('what is shown', () => {
  it('says when an amount may be a lie', () => {
    expect(view(psbtOf([payment])).isFeeProven).toBe(true)
    expect(view(psbtOf([payment, payment])).isFeeProven).toBe(false)
    expect(view(psbtOf([ordinal, other]), ['ordinal']).isFeeProven).toBe(true)
    // That an input is one of taproot may be the lie; the signature of the other one covers neither amount nor script of it.
    const both = psbtOf([payment, ordinal])
    expect(view(both, ['payment', 'ordinal']).isFeeProven).toBe(false)
    const read = readPsbt(bytesOf(both))
    const inputs = read.inputs.map((input) => ({ ...input, isProven: input.vout === 1 }))
    const proven = viewPsbt({ ...read, inputs }, { chain: 'mainnet', own, by: ['payment', 'ordinal'] })
    expect(proven.isFeeProven).toBe(true)
  })

  it('tells change, data and recipients apart', () => {
    const psbt = psbtOf([payment], 10_000n)
    psbt.addOutput({ script: Uint8Array.of(0x6a, 2, 1, 2), value: 0n })
    psbt.addOutput({ script: Uint8Array.of(0x51), value: 330n })
    psbt.addOutput({ script: payment, value: 80_000n })
    const shown = view(psbt)
    expect(shown.outputs.map(({ kind, owner }) => [kind, owner])).toEqual([
      ['recipient', null],
      ['data', null],
      ['script', null],
      ['change', 'payment'],
    ])
    expect(shown).toMatchObject({ fee: 9_670n, spent: 20_000n, isReplaceable: false, lockTime: 0 })
    expect(shown.feeRate).toBe(5_896n)
  })
})
