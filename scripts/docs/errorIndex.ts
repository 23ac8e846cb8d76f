import { readFiles, walkSource } from '../readSources.ts'

export type ListedError = {
  code: number
  name: string
  message: string
  rpcCode: number
  httpStatus?: number
}

/** Who tells an error, by the first code of its range (architecture.md). */
const TELLERS: readonly (readonly [number, string])[] = [
  [1000, 'Bridge between page, frame and keys'],
  [2000, 'Frame: the wallet’s own screens'],
  [3000, 'Keyring'],
  [3100, 'Key origin'],
  [4000, 'Service'],
  [5000, 'Page: connecting, networks, configuration'],
  [6000, 'Connectors'],
  [7000, 'EVM networks'],
  [7100, 'Solana'],
  [7200, 'Bitcoin'],
  [8000, 'SDK and modal'],
  [8300, 'Sign-in with a wallet'],
  [9000, 'WalletConnect relay'],
]

/** What an EIP-1193 caller gets where a definition names nothing else. */
const INTERNAL_ERROR = -32603

type Value = { type: string; value?: unknown; argument?: Value; left?: Value; right?: Value }

/** The value of a literal; long sentences are sums of two. */
function literalOf(node: Value | undefined): unknown {
  if (node?.type === 'Literal') return node.value
  if (node?.type === 'UnaryExpression') return -Number(literalOf(node.argument))
  if (node?.type === 'BinaryExpression') return `${literalOf(node.left)}${literalOf(node.right)}`
  return undefined
}

type Call = { callee: Value & { name?: string }; arguments: readonly Value[] }
type ObjectLiteral = Value & { properties?: readonly { key?: Value & { name?: string }; value?: Value }[] }

/** What a call of `defineError`, or of a file's own `define(name, code, message)`, says; undefined for other calls. */
function definitionOf({ callee, arguments: [first, ...rest] }: Call): Record<string, unknown> | undefined {
  if (callee.name === 'define') {
    const [code, message] = rest.map(literalOf)
    return { name: literalOf(first), code, message }
  }
  if (callee.name !== 'defineError') return undefined
  const properties = (first as ObjectLiteral | undefined)?.properties ?? []
  return Object.fromEntries(properties.map(({ key, value }) => [key?.name, literalOf(value)]))
}

/**
 * Every error that these sources define, by code.
 *
 * @throws SyntaxError when a definition does not stand there in literals: it would be missing from the index
 */
export function listErrors(files: ReadonlyMap<string, string>): ListedError[] {
  const found: ListedError[] = []
  for (const [path, source] of files) {
    if (!source.includes('defineError(')) continue
    const hasOwn = source.includes('const define = ')
    walkSource(source, path, {
      CallExpression(call) {
        const { name, code, message, rpcCode, httpStatus } = definitionOf(call as unknown as Call) ?? {}
        if (typeof code === 'number' && typeof name === 'string' && typeof message === 'string')
          found.push({
            code,
            name,
            message,
            rpcCode: typeof rpcCode === 'number' ? rpcCode : INTERNAL_ERROR,
            ...(typeof httpStatus === 'number' ? { httpStatus } : {}),
          })
        else if ((call as unknown as Call).callee.name === 'defineError' && !hasOwn)
          throw new SyntaxError(`${path}: name, code and message of an error must be literals.`)
      },
    })
  }
  return found.sort((left, right) => left.code - right.code)
}

const describe = ({ code, name, message, rpcCode, httpStatus }: ListedError) =>
  [
    `### ${code} ${name} {#e${code}}`,
    message,
    `<p class="facts"><span>EIP-1193 <code>${rpcCode}</code></span>${
      httpStatus === undefined ? '' : ` <span>HTTP <code>${httpStatus}</code></span>`
    }</p>`,
  ].join('\n\n')

/** The index as Markdown, a section for each range of codes. */
export function errorIndex(root: string): string {
  const errors = listErrors(
    readFiles(root, /^(?:packages|apps)\/[^/]+\/src\/(?!testing\/)(?:(?!\/testing\/).)*(?<!\.test)\.ts$/),
  )
  const sections = TELLERS.flatMap(([first, teller], at) => {
    const end = TELLERS[at + 1]?.[0] ?? 10_000
    const own = errors.filter(({ code }) => code >= first && code < end)
    return own.length === 0 ? [] : [`## ${teller}`, ...own.map(describe)]
  })
  return `${sections.join('\n\n')}\n`
}
