import { evmAddress, hash32, hexData, quantity } from '@latchkey/protocol'
import * as z from 'zod/mini'

/** Calldata that is kept for the status screen, in characters; what is longer is left out. */
export const maxKeptData = 2_050

const keptCall = z.strictObject({
  to: z.nullable(evmAddress),
  value: quantity,
  /** null: too long to be kept */
  data: z.nullable(hexData),
})

/** One group of calls that was signed. What became of it is read from the network each time. */
export const callsRecord = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(8_194)),
  version: z.enum(['2.0.0', '1.0']),
  chainId: z.int().check(z.gte(1)),
  account: evmAddress,
  /** ms since the epoch */
  createdAt: z.number().check(z.gte(0)),
  /** When somebody last worked on it, ms since the epoch. */
  touchedAt: z.number().check(z.gte(0)),
  /** Nothing more of it will be sent. */
  closed: z.boolean(),
  calls: z.array(keptCall).check(z.minLength(1), z.maxLength(100)),
  /** Of the smart account. */
  operation: z.nullable(z.strictObject({ userOpHash: hash32, sinceBlock: quantity })),
  /** Of the plain account, as far as they went out; the number of a transaction tells whether it can still come. */
  transactions: z
    .array(z.strictObject({ hash: hash32, nonce: z.int().check(z.gte(0)) }))
    .check(z.maxLength(100)),
})

export type CallsRecord = z.output<typeof callsRecord>
