type Issue = {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  /** Of `unrecognized_keys`. */
  readonly keys?: readonly string[]
  /** Of `invalid_union`: one list for each form that was tried, with paths from there. */
  readonly errors?: readonly (readonly Issue[])[]
}
type Parsed<T> =
  | { success: true; data: T; error?: undefined }
  | { success: false; data?: undefined; error: { readonly issues: readonly unknown[] } }
type Schema<T> = { safeParse(value: unknown): Parsed<T> }
type Member = { of: Record<PropertyKey, unknown>; key: string }

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)[key], value)

/** The members that stand for all of these issues; undefined when one is of another kind. */
function unknownMembers(value: unknown, issues: readonly Issue[]): Member[] | undefined {
  const found: Member[] = []
  for (const { code, path, keys = [], errors = [] } of issues) {
    const of = at(value, path) as Member['of']
    if (code === 'unrecognized_keys') found.push(...keys.map((key) => ({ of, key })))
    else {
      if (code !== 'invalid_union') return undefined
      const forms = errors
        .flatMap((form) => [unknownMembers(of, form) ?? []])
        .filter(({ length }) => length > 0)
      // The form that knows the most of it.
      const [closest] = forms.sort((one, other) => one.length - other.length)
      if (!closest) return undefined
      found.push(...closest)
    }
  }
  return found
}

/**
 * Reads what a side of a later version may have written: members that the schema does not know are left out, at any depth.
 * All else is as the schema wants it, or refused. For answers alone: in what somebody is asked to do, an unknown member may
 * be the very thing that matters.
 *
 * @param value plain data, which stays as it is
 * @example
 * parseKnown(z.strictObject({ size: z.int() }), { size: 7, later: true }) // { success: true, data: { size: 7 } }
 */
export function parseKnown<T>(schema: Schema<T>, value: unknown): Parsed<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed
  const copy: unknown = structuredClone(value)
  const members = unknownMembers(copy, parsed.error.issues as readonly Issue[])
  if (!members) return parsed
  for (const { of, key } of members) delete of[key]
  return schema.safeParse(copy)
}
