import { encodeBase58 } from '@latchkey/std/base58'
import type { SolanaMessage } from '@latchkey/std/solana/message'
import fc from 'fast-check'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)
const place = (count: number) => fc.integer({ min: 0, max: count - 1 })
const places = fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { maxLength: 4 })

/** Messages that the network would take, of both versions. @param payer the account that signs first */
export const randomMessage = (payer?: string): fc.Arbitrary<SolanaMessage> =>
  fc
    .record({
      version: fc.constantFrom('legacy' as const, 0 as const),
      accounts: fc.uniqueArray(key, { minLength: 2, maxLength: 9 }),
      lookups: fc.array(
        fc
          .record({ table: key, writable: places, readonly: places })
          .filter(({ writable, readonly }) => writable.length + readonly.length > 0),
        { maxLength: 2 },
      ),
      blockhash: key,
    })
    .filter(({ lookups }) => new Set(lookups.map(({ table }) => table)).size === lookups.length)
    .chain(({ version, accounts: found, lookups: wanted, blockhash }) => {
      const lookups = version === 0 ? wanted : []
      const accounts = payer === undefined ? found : [payer, ...found.slice(1)]
      const count = lookups.reduce(
        (sum, { writable, readonly }) => sum + writable.length + readonly.length,
        accounts.length,
      )
      const instruction = fc.record({
        program: fc.integer({ min: 1, max: accounts.length - 1 }),
        accounts: fc.array(place(count), { maxLength: 6 }),
        data: fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
      })
      return fc
        .tuple(
          fc.integer({ min: 1, max: accounts.length }),
          fc.nat(),
          fc.nat(),
          fc.array(instruction, { maxLength: 4 }),
        )
        .map(([requiredSignatures, signed, unsigned, instructions]) => ({
          version,
          requiredSignatures,
          readonlySigned: signed % requiredSignatures,
          readonlyUnsigned: unsigned % (accounts.length - requiredSignatures + 1),
          accounts,
          blockhash,
          instructions,
          lookups,
        }))
    })
