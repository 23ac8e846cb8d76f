import { lineCounter, walkSource } from '../readSources.ts'

export type ShownText = { line: number; text: string }

/** Attributes whose value a person reads or hears. */
const SHOWN_ATTRIBUTES = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
])
/** The same where code builds elements without JSX. */
const SHOWN_PROPERTIES = new Set(['textContent', 'innerText', 'ariaLabel', 'placeholder', 'alt'])
/** A word: one letter alone is a key, a sign or a unit. */
const WORD = /\p{L}{2}/u

type Node = { type: string; start: number } & Record<string, unknown>

/** What a literal or a template says between its places; undefined for what is computed. */
function literalText(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node?.type === 'JSXExpressionContainer') return literalText(node.expression as Node)
  if (node?.type !== 'TemplateLiteral') return undefined
  const quasis = node.quasis as { value: { cooked: string | null } }[]
  return quasis.map(({ value }) => value.cooked ?? '').join(' ')
}

const nameOf = (node: Node): string | undefined => {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name as string
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/**
 * Finds the words that a source shows by itself instead of taking them from a catalogue.
 *
 * @example
 * findShownText('const a = <p>Hello</p>', 'a.tsx') // [{ line: 1, text: 'Hello' }]
 */
export function findShownText(source: string, path: string): ShownText[] {
  const lineOf = lineCounter(source)
  const found: ShownText[] = []
  const add = (start: number, text: string | undefined) => {
    if (text !== undefined && WORD.test(text))
      found.push({ line: lineOf(start), text: text.trim().replace(/\s+/g, ' ') })
  }
  const addChildren = ({ children }: { children: readonly unknown[] }) => {
    for (const child of children as Node[])
      if (child.type === 'JSXExpressionContainer') add(child.start, literalText(child))
  }
  walkSource(source, path, {
    JSXText: ({ start, value }) => add(start, value),
    JSXElement: addChildren,
    JSXFragment: addChildren,
    JSXAttribute({ name, value, start }) {
      const own = nameOf(name as unknown as Node)
      if (own !== undefined && SHOWN_ATTRIBUTES.has(own)) add(start, literalText(value as unknown as Node))
    },
    Property({ key, value, start }) {
      const own = nameOf(key as unknown as Node)
      if (own !== undefined && SHOWN_PROPERTIES.has(own)) add(start, literalText(value as unknown as Node))
    },
    AssignmentExpression({ left, right, start }) {
      if (left.type !== 'MemberExpression') return
      const own = nameOf(left.property as unknown as Node)
      if (own !== undefined && SHOWN_PROPERTIES.has(own)) add(start, literalText(right as unknown as Node))
    },
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (callee.property.name !== 'setAttribute') return
      const [name, value] = given as unknown as Node[]
      const own = name && nameOf(name)
      if (own !== undefined && SHOWN_ATTRIBUTES.has(own)) add(start, literalText(value))
    },
  })
  return found.sort((a, b) => a.line - b.line)
}
