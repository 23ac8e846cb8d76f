import { Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PsbtRefusedError } from '../../model/errors.ts'
import { buildPsbt, bytesOf, OWN_KEY, type PsbtPlan, psbtPlan } from '../testing/randomPsbt.ts'
import { lockingScript } from '../testing/secondLibrary.ts'
import { isSameTransaction, proveAmounts, readPsbt } from './readPsbt.ts'
import { signPsbt } from './signPsbt.ts'

/** The transaction before an input of a plan, as a network would tell it. */
function before({ kind, amount, vout, hash }: PsbtPlan['inputs'][number], at: number): Transaction {
  const transaction = new Transaction()
  transaction.addInput(Uint8Array.from(hash.with(0, at)), 0)
  for (let index = 0; index <= vout; index++)
    transaction.addOutput(lockingScript(OWN_KEY, kind), index === vout ? amount : 1n)
  return transaction
}

const ownPlan = psbtPlan.map((plan) => ({
  ...plan,
  inputs: plan.inputs.map((input) => ({ ...input, party: 'own' as const, isWhole: false })),
}))

const told = (plan: PsbtPlan) =>
  new Map(plan.inputs.map((input, at) => [before(input, at).getId(), before(input, at).toHex()]))

it('amounts that the transactions before agree with are proven, and nothing else about the PSBT changes', () => {
  fc.assert(
    fc.property(ownPlan, (plan) => {
      const psbt = readPsbt(bytesOf(buildPsbt(plan)))
      const proven = proveAmounts(psbt, told(plan))
      expect(proven.inputs.every(({ isProven }) => isProven)).toBe(true)
      expect(isSameTransaction(proven, psbt)).toBe(true)
      expect(proven.bytes).toEqual(psbt.bytes)
    }),
    { numRuns: 30 },
  )
})

it('a lie is refused, and a transaction of another id proves nothing', () => {
  fc.assert(
    fc.property(ownPlan, fc.bigInt({ min: 1n, max: 1_000n }), (plan, more) => {
      const [first] = plan.inputs
      if (!first) return
      const psbt = readPsbt(bytesOf(buildPsbt(plan)))
      const honest = told(plan)
      const [txid = ''] = [...honest.keys()]
      const other = before({ ...first, amount: first.amount + more }, 0).toHex()
      for (const raw of [other, 'no transaction', ''])
        expect(proveAmounts(psbt, new Map([[txid, raw]])).inputs[0]?.isProven).toBe(false)
      const lie = { ...psbt, inputs: psbt.inputs.map((input) => ({ ...input, amount: input.amount + more })) }
      expect(() => proveAmounts(lie, honest)).toThrow(PsbtRefusedError)
    }),
    { numRuns: 30 },
  )
})

it('signatures make no other transaction; another output does', () => {
  fc.assert(
    fc.property(ownPlan, (plan) => {
      const inputs = plan.inputs.map((input) => ({ ...input, kind: 'payment' as const }))
      const psbt = readPsbt(bytesOf(buildPsbt({ ...plan, inputs })))
      expect(isSameTransaction(readPsbt(signPsbt(OWN_KEY, 'payment', psbt)), psbt)).toBe(true)
      const outputs = psbt.outputs.map((output) => ({ ...output, amount: output.amount + 1n }))
      expect(isSameTransaction({ ...psbt, outputs }, psbt)).toBe(false)
      expect(isSameTransaction({ ...psbt, lockTime: psbt.lockTime + 1 }, psbt)).toBe(false)
    }),
    { numRuns: 30 },
  )
})
