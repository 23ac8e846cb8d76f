import { Psbt, Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import type { AccountKind } from '../account/accountKind.ts'
import { lockingScript } from './secondLibrary.ts'

/** Keys of the wallet, and of somebody else. */
export const OWN_KEY = new Uint8Array(32).fill(7)
export const OTHER_KEY = new Uint8Array(32).fill(9)

export type Party = 'own' | 'other'
type Part = { party: Party; kind: AccountKind; amount: bigint }

export type PsbtPlan = {
  inputs: (Part & { hash: Uint8Array; vout: number; isWhole: boolean; sequence: number })[]
  outputs: (Part & { data: Uint8Array | null })[]
  lockTime: number
}

const keyOf = (party: Party) => (party === 'own' ? OWN_KEY : OTHER_KEY)
const kind = fc.constantFrom<AccountKind>('payment', 'ordinal')
const party = fc.constantFrom<Party>('own', 'other')
const amount = fc.bigInt({ min: 10_000n, max: 5_000_000_000n })

/** What a PSBT is to hold: at least one own input, amounts that fit, a fee of up to 10 000 satoshis. */
export const psbtPlan: fc.Arbitrary<PsbtPlan> = fc
  .record({
    inputs: fc.array(
      fc.record({
        ...{ party, kind, amount },
        hash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
        vout: fc.nat(3),
        isWhole: fc.boolean(),
        sequence: fc.constantFrom(0xffff_ffff, 0xffff_fffe, 0xffff_fffd),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    outputs: fc.array(
      fc.record({
        ...{ party, kind },
        share: fc.integer({ min: 1, max: 100 }),
        data: fc.option(fc.uint8Array({ maxLength: 60 })),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    fee: fc.bigInt({ min: 0n, max: 10_000n }),
    lockTime: fc.constantFrom(0, 800_000),
  })
  .map(({ inputs, outputs, fee, lockTime }) => {
    const [first, ...more] = inputs
    const own = first ? [{ ...first, party: 'own' as const }, ...more] : []
    const total = own.reduce((sum, input) => sum + input.amount, 0n) - fee
    const shares = BigInt(outputs.reduce((sum, { share }) => sum + share, 0))
    const paid = outputs.map(({ share, data, ...rest }, index) => ({
      ...rest,
      amount: index === 0 || data ? 0n : (total * BigInt(share)) / shares,
      data: index === 0 ? null : data,
    }))
    const rest = total - paid.reduce((sum, output) => sum + output.amount, 0n)
    return {
      inputs: own,
      outputs: paid.map((output, index) => (index === 0 ? { ...output, amount: rest } : output)),
      lockTime,
    }
  })

/** The output that a plan's input spends, in a transaction of its own where it is told whole. */
function outputBefore({ party: whose, kind: of, amount: value, vout, hash }: PsbtPlan['inputs'][number]) {
  const script = lockingScript(keyOf(whose), of)
  const before = new Transaction()
  before.addInput(Uint8Array.from(hash), 0)
  for (let index = 0; index < vout; index++) before.addOutput(script, 1n)
  before.addOutput(script, value)
  return { before, witnessUtxo: { script, value } }
}

/** Builds the PSBT with bitcoinjs-lib. */
export function buildPsbt({ inputs, outputs, lockTime }: PsbtPlan): Psbt {
  const psbt = new Psbt()
  psbt.setLocktime(lockTime)
  inputs.forEach((input, at) => {
    // Two inputs never spend one output.
    const { before, witnessUtxo } = outputBefore({ ...input, hash: input.hash.with(0, at) })
    const whole = input.isWhole && input.kind === 'payment' ? { nonWitnessUtxo: before.toBuffer() } : {}
    psbt.addInput({
      hash: before.getId(),
      index: input.vout,
      sequence: input.sequence,
      witnessUtxo,
      ...whole,
    })
  })
  for (const { party: whose, kind: of, amount: value, data } of outputs) {
    const script = data ? Uint8Array.of(0x6a, data.length, ...data) : lockingScript(keyOf(whose), of)
    psbt.addOutput({ script, value })
  }
  return psbt
}

/** The bytes of a PSBT of bitcoinjs-lib. */
export const bytesOf = (psbt: Psbt): Uint8Array => Uint8Array.from(psbt.toBuffer())
