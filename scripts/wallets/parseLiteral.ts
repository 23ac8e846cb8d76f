const TOKEN =
  /\s*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([A-Za-z_$][\w$]*)|(-?\d+(?:\.\d+)?)|([{}[\]:,]))/y
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['null', null],
  ['undefined', undefined],
  ['true', true],
  ['false', false],
])
const MAX_DEPTH = 16

type Token = { kind: 'string' | 'word' | 'number' | 'sign'; text: string }
type Reader = { source: string; at: number }

function next(reader: Reader): Token {
  for (;;) {
    TOKEN.lastIndex = reader.at
    const found = TOKEN.exec(reader.source)
    if (!found) throw new SyntaxError('The text is not a literal.')
    reader.at = TOKEN.lastIndex
    const [, string, word, number, sign] = found
    if (string) return { kind: 'string', text: unquote(string) }
    if (word) return { kind: 'word', text: word }
    if (number) return { kind: 'number', text: number }
    if (sign) return { kind: 'sign', text: sign }
  }
}

function unquote(quoted: string): string {
  const inner = quoted.slice(1, -1)
  const json = quoted.startsWith("'") ? inner.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"') : inner
  return JSON.parse(`"${json}"`) as string
}

const isSign = (token: Token, text: string) => token.kind === 'sign' && token.text === text

function readValue(reader: Reader, token: Token, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new SyntaxError('The literal is nested too deeply.')
  if (token.kind === 'string') return token.text
  if (token.kind === 'number') return Number(token.text)
  if (token.kind === 'word' && WORDS.has(token.text)) return WORDS.get(token.text)
  if (isSign(token, '{')) return readObject(reader, depth)
  if (isSign(token, '[')) return readArray(reader, depth)
  throw new SyntaxError(`"${token.text.slice(0, 32)}" is not a value.`)
}

function readObject(reader: Reader, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = []
  for (let token = next(reader); !isSign(token, '}'); ) {
    if (token.kind === 'sign' || !isSign(next(reader), ':')) throw new SyntaxError('A key is missing.')
    entries.push([token.text, readValue(reader, next(reader), depth + 1)])
    token = next(reader)
    if (isSign(token, ',')) token = next(reader)
    else if (!isSign(token, '}')) throw new SyntaxError('A comma is missing.')
  }
  // Unlike an assignment this makes `__proto__` a key as any other.
  return Object.fromEntries(entries)
}

function readArray(reader: Reader, depth: number): unknown[] {
  const items: unknown[] = []
  for (let token = next(reader); !isSign(token, ']'); ) {
    items.push(readValue(reader, token, depth + 1))
    token = next(reader)
    if (isSign(token, ',')) token = next(reader)
    else if (!isSign(token, ']')) throw new SyntaxError('A comma is missing.')
  }
  return items
}

/**
 * Reads a literal of objects, lists, strings, numbers and words from TypeScript source. Nothing is run: any other
 * expression is an error. What follows the literal is not looked at.
 *
 * @param from where in the source to begin
 * @throws SyntaxError
 */
export function parseLiteral(source: string, from = 0): unknown {
  const reader = { source, at: from }
  return readValue(reader, next(reader), 0)
}
