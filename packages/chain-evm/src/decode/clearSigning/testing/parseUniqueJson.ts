/** Every piece of JSON that matters for finding keys. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * Parses JSON and refuses an object with the same key twice, of which `JSON.parse` would take the last in silence.
 *
 * @throws SyntaxError
 */
export function parseUniqueJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const open: (Set<string> | null)[] = []
  let last = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const keys = open.at(-1)
      const key = JSON.parse(last) as string
      if (keys?.has(key)) throw new SyntaxError(`The key ${last} stands there twice`)
      keys?.add(key)
    }
    last = token
  }
  return value
}
