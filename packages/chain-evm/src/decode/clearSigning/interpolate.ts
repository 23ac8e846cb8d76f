import type { SentencePart } from './Described.ts'
import { parsePath, pathText } from './fieldPath.ts'
import type { ShownField } from './showFields.ts'

/** `{{` and `}}` stand for the braces themselves. */
const pieces = /\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g

/** The name of a place in a sentence: the last name of its path. */
export const placeName = (path: string): string => /([A-Za-z0-9]+)(?:\.\[[^\]]*\])*$/.exec(path)?.[1] ?? ''

function valueAt(path: string, shown: readonly ShownField[]): SentencePart | undefined {
  const wanted = pathText(parsePath(path))
  const [only, ...rest] = shown.filter((field) => field.path === wanted)
  return only?.always && rest.length === 0 ? { place: placeName(path), value: only.value } : undefined
}

/**
 * Puts the shown fields into an `interpolatedIntent` ("Value interpolation" of ERC-7730). null when anything about it is
 * not right: then the plain intent stands.
 */
export function interpolate(
  template: string | null,
  shown: readonly ShownField[],
): readonly SentencePart[] | null {
  const parts: SentencePart[] = []
  try {
    for (const [piece, path] of template?.matchAll(pieces) ?? []) {
      if (piece === '{' || piece === '}') return null
      const part = path === undefined ? { text: piece.replace(/^(\{|\})\1$/, '$1') } : valueAt(path, shown)
      if (part === undefined) return null
      parts.push(part)
    }
  } catch {
    return null
  }
  const places = parts.flatMap((part) => ('place' in part ? [part.place] : []))
  return parts.length > 0 && new Set(places).size === places.length && !places.includes('') ? parts : null
}
