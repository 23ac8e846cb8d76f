import { createHash } from 'node:crypto'
import { BaseError } from '@latchkey/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BuiltPsbt, psbtBytes, spends, transactionBytes } from '../testing/buildPsbt.ts'
import { type AskedPsbt, comparePsbt, compareTxid, inputsOf, isForAll } from './comparePsbt.ts'
import { readPsbt } from './readPsbt.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const uint32 = fc.integer({ min: 0, max: 0xffff_ffff })
const amount = fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n })
const native = (hash: Uint8Array) => Uint8Array.of(0, 20, ...hash)
const taproot = (key: Uint8Array) => Uint8Array.of(0x51, 32, ...key)

/** The first input is of native segwit, the second of taproot, the third is somebody else's. */
const ASKED = fc
  .record({
    version: fc.constantFrom(1, 2),
    lockTime: uint32,
    spent: fc.tuple(bytes(20).map(native), bytes(32).map(taproot), bytes(20).map(native)),
    places: fc.tuple(
      ...[0, 1, 2].map(() => fc.record({ txid: bytes(32), vout: uint32, sequence: uint32, amount })),
    ),
    outputs: fc.array(fc.record({ amount, script: bytes(22) }), { minLength: 1, maxLength: 4 }),
  })
  .map(
    ({ version, lockTime, spent, places, outputs }): BuiltPsbt => ({
      ...{ version, lockTime, outputs },
      inputs: places.map(({ txid, vout, sequence, amount: value }, index) => ({
        // No coin is spent twice.
        ...{ txid: Uint8Array.of(index, ...txid.subarray(1)), vout, sequence },
        fields: [spends(spent[index] ?? new Uint8Array(), value)],
      })),
    }),
  )

const ecdsa = (type: number) => Uint8Array.of(0x30, 6, 2, 1, 9, 2, 1, 9, type)
const schnorr = (type?: number) =>
  Uint8Array.from([...Array(64).fill(7), ...(type === undefined ? [] : [type])])
const KEY = Array(33).fill(2)
const witness = (...parts: Uint8Array[]) =>
  Uint8Array.from([parts.length, ...parts.flatMap((part) => [part.length, ...part])])

type Field = readonly [number[], Uint8Array]
/** Every way in which a signature of a type may stand in an input. */
const ecdsaFields = (type: number): Field[] => [
  [[0x02, ...KEY], ecdsa(type)],
  [[0x08], witness(ecdsa(type), Uint8Array.from(KEY))],
  [[0x08], witness(new Uint8Array(), ecdsa(1), ecdsa(type), Uint8Array.of(0x51))],
  [[0x07], Uint8Array.of(9, ...ecdsa(type), 33, ...KEY)],
]
const schnorrFields = (type?: number): Field[] => [
  [[0x13], schnorr(type)],
  [[0x14, ...Array(64).fill(3)], schnorr(type)],
  [[0x08], witness(schnorr(type))],
]
const WHOLE = { first: ecdsaFields(1), second: [...schnorrFields(), ...schnorrFields(1)] }

const clone = (psbt: BuiltPsbt): BuiltPsbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input) => ({ ...input, fields: [...input.fields] })),
  outputs: psbt.outputs.map((output) => ({ ...output })),
})
const addTo = (psbt: BuiltPsbt, index: number, field: Field) => void psbt.inputs[index]?.fields.push(field)
function signed(
  psbt: BuiltPsbt,
  first: Field = WHOLE.first[0] as Field,
  second: Field = WHOLE.second[0] as Field,
) {
  const answer = clone(psbt)
  addTo(answer, 0, first)
  addTo(answer, 1, second)
  return answer
}

const askedOf = (psbt: BuiltPsbt): AskedPsbt => {
  const read = readPsbt(psbtBytes(psbt))
  if (!read) throw new Error('It is no PSBT')
  return { psbt: read, allowed: new Set([0, 1]), wanted: new Set([0, 1]) }
}
function reasonOf(asked: BuiltPsbt, answer: Uint8Array): unknown {
  try {
    comparePsbt(askedOf(asked), answer)
    return 'taken'
  } catch (error) {
    return error instanceof BaseError && error.code === 6041 ? error.data?.reason : error
  }
}
const inputOf = (psbt: BuiltPsbt, index = 0) => {
  const input = psbt.inputs[index]
  if (!input) throw new Error('There are three')
  return input
}
const flip = (from: Uint8Array, at = 0) =>
  from.map((byte, index) => (index === at % from.length ? byte ^ 1 : byte))

/** What a wallet may do to a transaction, each by itself. */
const OTHER: Record<string, (psbt: BuiltPsbt, at: number) => unknown> = {
  'another version': (psbt) => Object.assign(psbt, { version: psbt.version === 1 ? 2 : 1 }),
  'another lock time': (psbt) => Object.assign(psbt, { lockTime: (psbt.lockTime + 1) % 2 ** 32 }),
  'another coin': (psbt, at) => Object.assign(inputOf(psbt), { txid: flip(inputOf(psbt).txid, at) }),
  'another output of one': (psbt) =>
    Object.assign(inputOf(psbt, 1), { vout: (inputOf(psbt, 1).vout + 1) % 2 ** 32 }),
  'another sequence': (psbt) =>
    Object.assign(inputOf(psbt), { sequence: (inputOf(psbt).sequence + 1) % 2 ** 32 }),
  'one input less': (psbt) => psbt.inputs.pop(),
  'one input more': (psbt) => psbt.inputs.push({ ...inputOf(psbt), vout: 1, fields: [] }),
  'its inputs the other way round': (psbt) => psbt.inputs.reverse(),
  'another amount': ({ outputs }) =>
    Object.assign(outputs[0] ?? {}, { amount: (outputs[0]?.amount ?? 0n) + 1n }),
  'another recipient': ({ outputs }, at) =>
    Object.assign(outputs[0] ?? {}, { script: flip(outputs[0]?.script ?? new Uint8Array(), at) }),
  'one output more': (psbt) => psbt.outputs.push({ amount: 1n, script: new Uint8Array(22) }),
  'one output less': (psbt) => psbt.outputs.pop(),
}

describe('a signed PSBT', () => {
  it('is taken where it is the one that was asked for, however it is signed', () => {
    const first = fc.constantFrom(...WHOLE.first)
    fc.assert(
      fc.property(ASKED, first, fc.constantFrom(...WHOLE.second), (psbt, one, other) => {
        expect(reasonOf(psbt, psbtBytes(signed(psbt, one, other)))).toBe('taken')
      }),
    )
  })

  it.each(Object.keys(OTHER))('of %s is refused', (name) => {
    fc.assert(
      fc.property(ASKED, fc.nat(), (psbt, at) => {
        const answer = signed(psbt)
        OTHER[name]?.(answer, at)
        expect(reasonOf(psbt, psbtBytes(answer))).toBe('transaction')
      }),
      { numRuns: 20 },
    )
  })

  it('in which any byte of the transaction is another is refused', () => {
    fc.assert(
      fc.property(ASKED, fc.nat(), fc.integer({ min: 1, max: 255 }), (psbt, at, by) => {
        const answer = psbtBytes(signed(psbt))
        // After the magic, the key and the length.
        const from = transactionBytes(psbt).length < 0xfd ? 8 : 10
        const place = from + (at % transactionBytes(psbt).length)
        answer[place] = (answer[place] ?? 0) ^ by
        expect(reasonOf(psbt, answer)).toMatch(/^(?:transaction|unreadable)$/)
      }),
      { numRuns: 300 },
    )
  })

  it('with a signature at an input that nobody asked for is refused', () => {
    const field = fc.constantFrom(...ecdsaFields(1), ...schnorrFields(), [[0x1c, 1], schnorr()] as Field)
    fc.assert(
      fc.property(ASKED, field, (psbt, one) => {
        const answer = signed(psbt)
        addTo(answer, 2, one)
        expect(reasonOf(psbt, psbtBytes(answer))).toBe('input')
        // What was there before may stay.
        const before = clone(psbt)
        addTo(before, 2, one)
        expect(reasonOf(before, psbtBytes(signed(before)))).toBe('taken')
      }),
      { numRuns: 30 },
    )
  })

  it('with a signature of less than everything is refused', () => {
    const type = fc.integer({ min: 0, max: 255 }).filter((one) => one !== 1)
    fc.assert(
      fc.property(ASKED, type, fc.nat(), (psbt, kind, at) => {
        const fields = at % 2 ? schnorrFields(kind) : ecdsaFields(kind)
        const field = fields[at % fields.length] as Field
        const answer = at % 2 ? signed(psbt, undefined, field) : signed(psbt, field)
        expect(reasonOf(psbt, psbtBytes(answer))).toBe('signature')
      }),
    )
  })

  it.each<[string, (psbt: BuiltPsbt) => BuiltPsbt, string]>([
    ['without a signature', (psbt) => clone(psbt), 'unsigned'],
    [
      'that asks for another kind of signature',
      (psbt) => {
        const answer = signed(psbt)
        addTo(answer, 0, [[0x03], Uint8Array.of(0x83, 0, 0, 0)])
        return answer
      },
      'signature',
    ],
    [
      'that says of a coin that it is worth more',
      (psbt) => {
        const answer = signed(psbt)
        const input = inputOf(answer)
        input.fields = input.fields.map(([key, value]) => [key, key[0] === 1 ? flip(value) : value])
        return answer
      },
      'spent',
    ],
    [
      'with a script that does more than to push',
      (psbt) => signed(psbt, [[0x07], Uint8Array.of(0x51, 0x76)]),
      'signature',
    ],
    ['with a witness that is none', (psbt) => signed(psbt, [[0x08], Uint8Array.of(2, 1)]), 'signature'],
  ])('%s is refused', (_, change, reason) => {
    fc.assert(
      fc.property(ASKED, (psbt) => {
        expect(reasonOf(psbt, psbtBytes(change(psbt)))).toBe(reason)
      }),
      { numRuns: 20 },
    )
  })

  /** A witness of the second input, which spends taproot: a signature, a script, and its proof of one step (65 bytes). */
  const proof = Uint8Array.from([0xc1, ...Array(64).fill(9)])
  const annex = Uint8Array.from([0x50, ...Array(64).fill(9)])
  it.each<[string, Uint8Array[], string]>([
    ['by a script', [schnorr(1), Uint8Array.of(0x51), proof], 'taken'],
    ['by a script, for less than everything', [schnorr(2), Uint8Array.of(0x51), proof], 'signature'],
    ['by a script, with an annex', [schnorr(), Uint8Array.of(0x51), proof, annex], 'taken'],
    ['by the key, with an annex', [schnorr(1), annex], 'taken'],
    ['by the key, for less than everything, with an annex', [schnorr(0x81), annex], 'signature'],
  ])('that spends taproot %s', (_, parts, reason) => {
    fc.assert(
      fc.property(ASKED, (psbt) => {
        const answer = signed(psbt, undefined, [[0x08], witness(...parts)])
        expect(reasonOf(psbt, psbtBytes(answer))).toBe(reason)
      }),
      { numRuns: 20 },
    )
  })

  it('that is cut off, has something behind it or says a thing twice is refused', () => {
    fc.assert(
      fc.property(ASKED, fc.nat(), (psbt, at) => {
        const whole = psbtBytes(signed(psbt))
        expect(reasonOf(psbt, whole.subarray(0, at % whole.length))).toBe('unreadable')
        expect(reasonOf(psbt, Uint8Array.of(...whole, 0))).toBe('unreadable')
        const twice = signed(psbt)
        addTo(twice, 0, inputOf(twice).fields[0] as Field)
        expect(reasonOf(psbt, psbtBytes(twice))).toBe('unreadable')
      }),
      { numRuns: 50 },
    )
  })

  it('of any bytes at all is taken or refused, and nothing else happens', () => {
    const some = fc.sample(ASKED, 1)[0] as BuiltPsbt
    const whole = psbtBytes(signed(some))
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ maxLength: 20 }), (at, noise) => {
        const answer = whole.slice()
        answer.set(noise.subarray(0, whole.length - (at % whole.length)), at % whole.length)
        expect(typeof reasonOf(some, answer)).toBe('string')
        expect(reasonOf(some, noise)).toBe('unreadable')
      }),
      { numRuns: 500 },
    )
  })
})

describe('what is known of a PSBT before it is signed', () => {
  it('are the inputs of an account, and whether they want everything signed', () => {
    // BIP-173's own example, and BIP-350's.
    const hash = Buffer.from('751e76e8199196d454941c45d1b3a323f1433bd6', 'hex')
    const key = Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex')
    const some = clone(fc.sample(ASKED, 1)[0] as BuiltPsbt)
    inputOf(some, 0).fields = [spends(taproot(key), 1n), [[0x03], Uint8Array.of(0, 0, 0, 0)]]
    inputOf(some, 1).fields = [[[0x03], Uint8Array.of(0x81, 0, 0, 0)]]
    inputOf(some, 2).fields = [spends(native(hash), 1n)]
    const { psbt } = askedOf(some)
    expect([...inputsOf(psbt, ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'])]).toEqual([2])
    const both = [
      'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ]
    expect([...inputsOf(psbt, both)]).toEqual([0, 2])
    expect(psbt.inputs.map(isForAll)).toEqual([true, false, true])
  })

  it('is its id, where all that it spends is of segwit', async () => {
    await fc.assert(
      fc.asyncProperty(ASKED, async (psbt) => {
        const sha = (data: Uint8Array) => createHash('sha256').update(data).digest()
        const txid = Buffer.from(sha(sha(transactionBytes(psbt))))
          .reverse()
          .toString('hex')
        const { psbt: read } = askedOf(psbt)
        await compareTxid(read, txid)
        await expect(compareTxid(read, '00'.repeat(32))).rejects.toMatchObject({ code: 6041 })
        // What is not known is not compared.
        const legacy = clone(psbt)
        inputOf(legacy).fields = []
        await compareTxid(askedOf(legacy).psbt, '00'.repeat(32))
      }),
      { numRuns: 10 },
    )
  })
})
