import { isSigner, isWritable, parseSolanaMessage, type SolanaMessage } from '@latchkey/std/solana/message'
import {
  encodeSolanaMessage,
  joinSolanaTransaction,
  parseSolanaTransaction,
} from '@latchkey/std/solana/transaction'
import {
  type CompiledTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomMessage } from './testing/randomMessage.ts'

/** A message as the second library holds it. */
const compiled = (message: SolanaMessage) =>
  ({
    version: message.version,
    header: {
      numSignerAccounts: message.requiredSignatures,
      numReadonlySignerAccounts: message.readonlySigned,
      numReadonlyNonSignerAccounts: message.readonlyUnsigned,
    },
    staticAccounts: message.accounts,
    lifetimeToken: message.blockhash,
    instructions: message.instructions.map(({ program, accounts, data }) => ({
      programAddressIndex: program,
      ...(accounts.length > 0 ? { accountIndices: accounts } : {}),
      ...(data.length > 0 ? { data } : {}),
    })),
    ...(message.version === 0 && message.lookups.length > 0
      ? {
          addressTableLookups: message.lookups.map(({ table, writable, readonly }) => ({
            lookupTableAddress: table,
            writableIndices: writable,
            readableIndices: readonly,
          })),
        }
      : {}),
  }) as unknown as CompiledTransactionMessage

const same = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

describe('R6-18: a message', () => {
  it('is written as the second library writes it, and read as it reads it', () => {
    fc.assert(
      fc.property(randomMessage(), (message) => {
        const bytes = encodeSolanaMessage(message)
        expect(bytes).toEqual(
          new Uint8Array(getCompiledTransactionMessageEncoder().encode(compiled(message))),
        )
        const theirs = getCompiledTransactionMessageDecoder().decode(bytes)
        const { addressTableLookups: _, ...read } = theirs as typeof theirs & {
          addressTableLookups?: unknown
        }
        const { addressTableLookups: __, ...own } = compiled(message) as typeof read & {
          addressTableLookups?: unknown
        }
        expect(same(read)).toEqual(same(own))
        expect(parseSolanaMessage(bytes)).toEqual(message)
      }),
    )
  })

  it('comes apart and together again as a transaction', () => {
    fc.assert(
      fc.property(randomMessage(), fc.uint8Array({ minLength: 64, maxLength: 64 }), (message, signature) => {
        const messageBytes = encodeSolanaMessage(message)
        const signatures = Array.from({ length: message.requiredSignatures }, () =>
          Uint8Array.from(signature),
        )
        const bytes = joinSolanaTransaction(signatures, messageBytes)
        const read = parseSolanaTransaction(bytes)
        if (bytes.length > 1_232) return expect(read).toBeUndefined()
        expect(read).toEqual({ signatures, message, messageBytes })
        const theirs = getTransactionDecoder().decode(bytes)
        expect(new Uint8Array(theirs.messageBytes)).toEqual(messageBytes)
        expect(Object.keys(theirs.signatures)).toEqual(message.accounts.slice(0, message.requiredSignatures))
      }),
    )
  })

  it('that is cut short anywhere, or goes on, is refused', () => {
    fc.assert(
      fc.property(randomMessage(), fc.nat(), (message, at) => {
        const bytes = encodeSolanaMessage(message)
        expect(parseSolanaMessage(bytes.subarray(0, at % bytes.length))).toBeUndefined()
        expect(parseSolanaMessage(Uint8Array.of(...bytes, 0))).toBeUndefined()
        const whole = joinSolanaTransaction(
          Array.from({ length: message.requiredSignatures }, () => new Uint8Array(64)),
          bytes,
        )
        expect(parseSolanaTransaction(whole.subarray(0, at % whole.length))).toBeUndefined()
        expect(parseSolanaTransaction(Uint8Array.of(...whole, 7))).toBeUndefined()
      }),
    )
  })

  it('of any bytes at all is refused, or is the only way to write what was read', () => {
    const changed = fc
      .tuple(randomMessage(), fc.nat(), fc.integer({ min: 0, max: 255 }))
      .map(([message, at, byte]) => {
        const bytes = encodeSolanaMessage(message)
        bytes[at % bytes.length] = byte
        return bytes
      })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), changed), (bytes) => {
        const message = parseSolanaMessage(bytes)
        if (message) expect(encodeSolanaMessage(message)).toEqual(Uint8Array.from(bytes))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('R6-18: what the network would refuse', () => {
  const key = (byte: number) => String(byte).repeat(43).slice(0, 43)
  const base: SolanaMessage = {
    version: 0,
    requiredSignatures: 1,
    readonlySigned: 0,
    readonlyUnsigned: 1,
    accounts: [
      '11111111111111111111111111111112',
      '11111111111111111111111111111113',
      '11111111111111111111111111111114',
    ],
    blockhash: '11111111111111111111111111111115',
    instructions: [{ program: 2, accounts: [0, 1], data: Uint8Array.of(1) }],
    lookups: [],
  }
  const parsed = (changes: Partial<SolanaMessage>) =>
    parseSolanaMessage(encodeSolanaMessage({ ...base, ...changes }))
  const first = base.accounts[0] ?? key(2)

  it('is not read', () => {
    expect(parsed({})).toEqual(base)
    expect(parsed({ requiredSignatures: 0 })).toBeUndefined()
    expect(parsed({ readonlySigned: 1 })).toBeUndefined()
    expect(parsed({ readonlyUnsigned: 3 })).toBeUndefined()
    expect(parsed({ accounts: [first, first, '11111111111111111111111111111114'] })).toBeUndefined()
    expect(parsed({ instructions: [{ program: 0, accounts: [], data: new Uint8Array() }] })).toBeUndefined()
    expect(parsed({ instructions: [{ program: 3, accounts: [], data: new Uint8Array() }] })).toBeUndefined()
    expect(parsed({ instructions: [{ program: 1, accounts: [3], data: new Uint8Array() }] })).toBeUndefined()
    const table = '11111111111111111111111111111116'
    expect(parsed({ lookups: [{ table, writable: [], readonly: [] }] })).toBeUndefined()
    const looked = [{ table, writable: [1], readonly: [2] }]
    expect(parsed({ lookups: looked })).toBeDefined()
    expect(parsed({ lookups: [...looked, ...looked] })).toBeUndefined()
  })

  it('is refused where a length is written in more bytes than it takes', () => {
    const bytes = encodeSolanaMessage(base)
    const longer = Uint8Array.of(...bytes.subarray(0, 4), 0x83, 0x00, ...bytes.subarray(5))
    expect(parseSolanaMessage(longer)).toBeUndefined()
    expect(parseSolanaMessage(Uint8Array.of(0x81, ...bytes.subarray(1)))).toBeUndefined()
  })

  it('tells which accounts sign and which may change', () => {
    const message = { ...base, lookups: [{ table: first, writable: [1], readonly: [2] }] }
    const places = [0, 1, 2, 3, 4]
    expect(places.map((place) => isSigner(message, place))).toEqual([true, false, false, false, false])
    expect(places.map((place) => isWritable(message, place))).toEqual([true, true, false, true, false])
  })
})
