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
