import { type Expression, type ObjectExpression, parseSync, type VariableDeclaration } from 'oxc-parser'

const MAX_DEPTH = 16

function fieldOf(property: ObjectExpression['properties'][number]): [name: string, value: Expression] {
  if (property.type === 'Property' && property.kind === 'init' && !property.computed && !property.shorthand) {
    const { key, value } = property
    if (key.type === 'Identifier') return [key.name, value]
    if (key.type === 'Literal') return [String(key.value), value]
  }
  throw new SyntaxError('The object has more than plain fields.')
}

function literalOf(node: Expression, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new SyntaxError('The literal is nested too deeply.')
  const inner = (one: Expression) => literalOf(one, depth + 1)
  switch (node.type) {
    case 'Literal':
      if (!('regex' in node) && !('bigint' in node)) return node.value
      break
    case 'ObjectExpression':
      // Unlike an assignment this makes `__proto__` a key as any other.
      return Object.fromEntries(
        node.properties.map((property) => {
          const [name, value] = fieldOf(property)
          return [name, inner(value)]
        }),
      )
    case 'ArrayExpression':
      return node.elements.map((element) => {
        if (element && element.type !== 'SpreadElement') return inner(element)
        throw new SyntaxError('The list has more than plain items.')
      })
    case 'UnaryExpression':
      if (
        node.operator === '-' &&
        node.argument.type === 'Literal' &&
        typeof node.argument.value === 'number'
      )
        return -node.argument.value
      break
    case 'Identifier':
      if (node.name === 'undefined') return undefined
      break
    case 'TSAsExpression':
      return inner(node.expression)
  }
  throw new SyntaxError(`${node.type} is not a value.`)
}

/**
 * Reads the constant that a TypeScript module exports under a name: a literal of objects, lists, strings, numbers and
 * words. Nothing is run: any other expression is an error.
 *
 * @throws SyntaxError
 */
export function parseLiteral(source: string, name: string): unknown {
  const { program, errors } = parseSync('source.ts', source)
  if (errors.length) throw new SyntaxError('The module cannot be read.')
  const constants = program.body
    .filter((statement) => statement.type === 'ExportNamedDeclaration')
    .map(({ declaration }) => declaration)
    .filter((declaration): declaration is VariableDeclaration => declaration?.type === 'VariableDeclaration')
    .flatMap(({ kind, declarations }) => (kind === 'const' ? declarations : []))
  const found = constants.find(({ id }) => id.type === 'Identifier' && id.name === name)?.init
  if (!found) throw new SyntaxError(`The module exports no constant ${name}.`)
  return literalOf(found, 0)
}
