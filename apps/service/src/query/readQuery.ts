import { InvalidRequestError } from '@latchkey/protocol/http'
import * as z from 'zod'

/** Parameters that every call of the sdk has, and what clients of WalletConnect add. */
const COMMON: ReadonlySet<string> = new Set(['projectId', 'st', 'sv', 'clientId'])

/**
 * Reads the parameters of an address. An empty one counts as absent.
 *
 * @param options `readValue` makes of a text what the schema is asked about; the text itself unless told. `defaults`:
 *   what absent parameters are
 * @throws InvalidRequestError naming the first parameter that is unknown, repeated or wrong
 */
export function readQuery<Schema extends z.core.$ZodType>(
  schema: Schema,
  parameters: URLSearchParams,
  options: {
    readValue?: (name: string, text: string) => unknown
    defaults?: Readonly<Record<string, unknown>>
  } = {},
): z.output<Schema> {
  const { readValue = (_, text) => text, defaults = {} } = options
  const values = new Map<string, unknown>(Object.entries(defaults))
  for (const name of new Set(parameters.keys())) {
    if (COMMON.has(name)) continue
    const texts = parameters.getAll(name)
    if (texts.length > 1) throw new InvalidRequestError({ data: { field: name.slice(0, 64) } })
    const text = texts[0]?.trim() ?? ''
    if (text) values.set(name, readValue(name, text))
  }
  const result = z.safeParse(schema, Object.fromEntries(values))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  throw new InvalidRequestError({ data: { field: String(field ?? '').slice(0, 64) } })
}
