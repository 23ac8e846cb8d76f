import { malformed } from '../errors.ts'

/** A step of a path: a member, an element (counted from the end when negative), or a range of elements or bytes. */
export type PathStep = { name: string } | { index: number } | { from: number | null; to: number | null }

/** A path of ERC-7730. `data`: the structured data; `file`: the descriptor; `container`: the transaction or message. */
export type FieldPath = { readonly root: 'data' | 'file' | 'container'; readonly steps: readonly PathStep[] }

const roots = { '#': 'data', $: 'file', '@': 'container' } as const
const maxSteps = 12
const integer = /^-?(?:0|[1-9][0-9]{0,3})$/

function readBound(text: string): number | null {
  if (text === '') return null
  return integer.test(text) && text !== '-0' ? Number(text) : malformed('descriptorPath', text)
}

function readStep(text: string): PathStep {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(text)) return { name: text }
  const inner = /^\[(.*)\]$/.exec(text)?.[1]
  if (inner === undefined) return malformed('descriptorPath', text)
  if (inner === '') return { from: null, to: null }
  const colon = inner.indexOf(':')
  if (colon === -1) {
    const index = readBound(inner)
    return index === null ? malformed('descriptorPath', text) : { index }
  }
  return { from: readBound(inner.slice(0, colon)), to: readBound(inner.slice(colon + 1)) }
}

/**
 * Reads a path of ERC-7730 ("Path references"): a root `#`, `$` or `@`, or none, and steps that are joined by dots.
 *
 * @throws MalformedRequestError with reason `descriptorPath`
 * @example
 * parsePath('#.details.[0].token')
 */
export function parsePath(text: unknown): FieldPath {
  if (typeof text !== 'string' || text.length > 200) return malformed('descriptorPath')
  const [first = '', ...rest] = text.split('.')
  const known = Object.hasOwn(roots, first) ? roots[first as keyof typeof roots] : undefined
  const steps = known ? rest : [first, ...rest]
  if (steps.length === 0 || steps.length > maxSteps) return malformed('descriptorPath', text)
  return { root: known ?? 'data', steps: steps.map(readStep) }
}

/** A path below another one; a path with a root of its own stands alone. */
export const joinPath = (base: readonly PathStep[], path: FieldPath): FieldPath =>
  path.root === 'data' ? { root: 'data', steps: [...base, ...path.steps] } : path

/** One writing for every path that leads to the same place. */
export const pathText = ({ root, steps }: FieldPath): string =>
  [
    root,
    ...steps.map((step) =>
      'name' in step
        ? step.name
        : 'index' in step
          ? `[${step.index}]`
          : `[${step.from ?? ''}:${step.to ?? ''}]`,
    ),
  ].join('.')
