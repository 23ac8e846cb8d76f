import * as z from 'zod'

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Finds the `id` of a JSON object as it is written. Some clients send ids of 19 digits as bare numbers, which
 * `JSON.parse` would round; what is answered must be the very id that came.
 *
 * @param text valid JSON
 * @returns the JSON text of the value, if it is a string, a number or a bare word; of several the last, as `JSON.parse` reads it
 * @example
 * findId('{"params":{"id":1},"id":1234567890123456789}') // '1234567890123456789'
 */
export function findId(text: string): string | undefined {
  let depth = 0
  let found: string | undefined
  /** The last two tokens. */
  let key = ''
  let colon = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (depth === 1 && colon === ':' && isIdKey(key)) found = /^[{[]/.test(token) ? undefined : token
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    key = colon
    colon = token
  }
  return found
}

/** A key may be written with escapes. */
const isIdKey = (token: string): boolean => token.startsWith('"') && JSON.parse(token) === 'id'

/** A text frame, read. The `id` of a request is JSON text, to be written back as it came. */
export type Frame =
  | { type: 'request'; id: string; method: string; params: unknown }
  | { type: 'response'; id: number | string; succeeded: boolean }
  | { type: 'invalid'; id: string; reason: 'json' | 'request' }

const idSchema = z.union([z.string().max(64), z.number()])
const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: idSchema,
  method: z.string().min(1).max(64),
  params: z.unknown().optional(),
})
const responseSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: idSchema,
  method: z.undefined().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
})
const withIdSchema = z.object({ id: idSchema })

/** The id as JSON text. A number that JavaScript would round is taken from the frame itself. */
function idText(text: string, value: unknown): string {
  const named = withIdSchema.safeParse(value)
  if (!named.success) return 'null'
  const { id } = named.data
  if (typeof id === 'string' || Number.isSafeInteger(id)) return JSON.stringify(id)
  const written = findId(text) ?? 'null'
  return written.length <= 64 ? written : 'null'
}

/**
 * Reads one JSON-RPC 2.0 text frame. Never throws.
 *
 * @example
 * readFrame('{"jsonrpc":"2.0","id":1234567890123456789,"method":"irn_subscribe","params":{}}').id // '1234567890123456789'
 */
export function readFrame(text: string): Frame {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { type: 'invalid', id: 'null', reason: 'json' }
  }
  const id = idText(text, value)
  const request = requestSchema.safeParse(value)
  if (request.success && id !== 'null') {
    const { method, params } = request.data
    return { type: 'request', id, method, params }
  }
  const response = responseSchema.safeParse(value)
  if (!response.success) return { type: 'invalid', id, reason: 'request' }
  const { result, error } = response.data
  if (result === undefined && error === undefined) return { type: 'invalid', id, reason: 'request' }
  return { type: 'response', id: response.data.id, succeeded: error === undefined && result === true }
}
