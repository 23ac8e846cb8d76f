import type { WireError } from '@latchkey/errors'
import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'

/** The whole wire after the handshake. Server accepts `call` and `cancel`; client accepts `result`, `error` and `event`. */

const ID = /^[A-Za-z0-9_-]{22}$/
const MAX_NAME = 64

/** 128 random bits in unpadded base64url. */
export const id = /* @__PURE__ */ once(() => z.string().check(z.regex(ID)))
const name = () => z.string().check(z.minLength(1), z.maxLength(MAX_NAME))

/** One sentence; a peer cannot fill a screen with it. */
export const MAX_ERROR_MESSAGE = 1024

const fact = /* @__PURE__ */ once(() =>
  z.union([z.string().check(z.maxLength(MAX_ERROR_MESSAGE)), z.number(), z.boolean(), z.null()]),
)
export const wireErrorData = /* @__PURE__ */ once(() =>
  z
    .record(z.string().check(z.maxLength(64)), fact())
    .check(z.refine((data) => Object.keys(data).length <= 16)),
)
const wireError = /* @__PURE__ */ once(() =>
  z.strictObject({
    code: z.int(),
    message: z.string().check(z.maxLength(MAX_ERROR_MESSAGE)),
    data: z.exactOptional(wireErrorData()),
  }),
)

export const cancelEnvelope = /* @__PURE__ */ once(() => z.strictObject({ t: z.literal('cancel'), id: id() }))
export const errorEnvelope = /* @__PURE__ */ once(() =>
  z.strictObject({ t: z.literal('error'), id: id(), error: wireError() }),
)
export const eventEnvelope = /* @__PURE__ */ once(() =>
  z.strictObject({ t: z.literal('event'), event: name(), payload: z.unknown() }),
)

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

type Fields = Readonly<Record<string, unknown>>

/** Whether an object has a field, and as many as these in all. */
const hasAll = (fields: Fields, count: number, last: string): boolean =>
  Object.hasOwn(fields, last) && Object.keys(fields).length === count

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME

/**
 * The envelope of a call, exactly `t`, `id`, `method` and `params`; undefined for anything else. By hand, and so is that of a
 * result: a schema takes a good part of the time of a whole call. The tests hold both to the schema that they stand for.
 *
 * @param data an object whose `t` is `call`
 */
export function readCall(data: unknown): { id: string; method: string; params: unknown } | undefined {
  const fields = data as Fields
  const { id: callId, method, params } = fields
  return isId(callId) && isName(method) && hasAll(fields, 4, 'params')
    ? { id: callId, method, params }
    : undefined
}

/**
 * The envelope of a result, exactly `t`, `id` and `result`; undefined for anything else.
 *
 * @param data an object whose `t` is `result`
 */
export function readResult(data: unknown): { id: string; result: unknown } | undefined {
  const fields = data as Fields
  const { id: callId, result } = fields
  return isId(callId) && hasAll(fields, 3, 'result') ? { id: callId, result } : undefined
}
