import { InvalidRequestError, type WalletsQuery, walletsQuery } from '@latchkey/protocol/http'

/** Parameters that every call of the sdk has. */
const COMMON = new Set(['projectId', 'st', 'sv'])
const NUMBERS = new Set(['page', 'entries'])
const LISTS = new Set(['include', 'exclude', 'chains'])
const ENTRIES = 40

function readValue(name: string, text: string): unknown {
  if (NUMBERS.has(name)) return /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : text
  return LISTS.has(name) ? text.split(',') : text
}

/**
 * Reads the parameters of `GET /getWallets`. An empty parameter counts as absent; `page` is 1 and `entries` 40 unless told.
 *
 * @throws InvalidRequestError naming the first parameter that is unknown, repeated or wrong
 */
export function parseWalletsQuery(parameters: URLSearchParams): WalletsQuery {
  const values = new Map<string, unknown>([
    ['page', 1],
    ['entries', ENTRIES],
  ])
  for (const name of new Set(parameters.keys())) {
    if (COMMON.has(name)) continue
    const texts = parameters.getAll(name)
    if (texts.length > 1) throw new InvalidRequestError({ data: { field: name.slice(0, 64) } })
    const text = texts[0]?.trim() ?? ''
    if (text) values.set(name, readValue(name, text))
  }
  const result = walletsQuery.safeParse(Object.fromEntries(values))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  throw new InvalidRequestError({ data: { field: String(field ?? '').slice(0, 64) } })
}
