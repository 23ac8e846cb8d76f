import type { WireError } from '@latchkey/errors'
import * as z from 'zod/mini'

/** The whole wire after the handshake. Server accepts `call` and `cancel`; client accepts `result`, `error` and `event`. */

/** 128 random bits in unpadded base64url. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/))
const name = z.string().check(z.minLength(1), z.maxLength(64))

/** One sentence; a peer cannot fill a screen with it. */
export const MAX_ERROR_MESSAGE = 1024

const fact = z.union([z.string().check(z.maxLength(MAX_ERROR_MESSAGE)), z.number(), z.boolean(), z.null()])
export const wireErrorData = z
  .record(z.string().check(z.maxLength(64)), fact)
  .check(z.refine((data) => Object.keys(data).length <= 16))
const wireError = z.strictObject({
  code: z.int(),
  message: z.string().check(z.maxLength(MAX_ERROR_MESSAGE)),
  data: z.exactOptional(wireErrorData),
})

export const callEnvelope = z.strictObject({ t: z.literal('call'), id, method: name, params: z.unknown() })
export const cancelEnvelope = z.strictObject({ t: z.literal('cancel'), id })
export const resultEnvelope = z.strictObject({ t: z.literal('result'), id, result: z.unknown() })
export const errorEnvelope = z.strictObject({ t: z.literal('error'), id, error: wireError })
export const eventEnvelope = z.strictObject({ t: z.literal('event'), event: name, payload: z.unknown() })

export type Envelope =
  | { t: 'call'; id: string; method: string; params: unknown }
  | { t: 'cancel'; id: string }
  | { t: 'result'; id: string; result: unknown }
  | { t: 'error'; id: string; error: WireError }
  | { t: 'event'; event: string; payload: unknown }

/** Reads the discriminator without trusting anything else. */
export function envelopeType(data: unknown): unknown {
  return typeof data === 'object' && data !== null ? (data as { t?: unknown }).t : undefined
}
