import * as z from 'zod'
import { boundedFetch, UnreadableAnswerError } from '../boundedFetch.ts'

/** The provider has understood the question, and says no: nothing is wrong with it. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
}

/** Lists of everything that a provider sells are long. */
const MOST_BYTES = 4 * 1_048_576
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 422])

export type Asked = { headers?: Record<string, string>; body?: unknown; signal: AbortSignal }

/**
 * Asks a provider by JSON: a POST where there is a body. What it says beyond the schema is not read, and nothing of its
 * words is passed on.
 *
 * @throws ProviderRefusal, UnreadableAnswerError, what `fetch` throws
 */
export async function askProvider<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  { headers = {}, body, signal }: Asked,
): Promise<z.output<Schema>> {
  const init: RequestInit = {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const response = await boundedFetch(url, init, MOST_BYTES)
  if (REFUSALS.has(response.status)) throw new ProviderRefusal(`status ${response.status}`)
  if (!response.ok) throw new UnreadableAnswerError(`status ${response.status}`)
  const result = schema.safeParse(await response.json().catch(() => undefined))
  if (!result.success) throw new UnreadableAnswerError('The answer has another form.')
  return result.data
}

const PLAIN = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** An amount as providers write it, a number or a text, as an exact decimal without exponent. */
export const amountText = z.union([z.string(), z.number()]).transform((value, context) => {
  const text = typeof value === 'number' ? PLAIN.format(value) : value.trim()
  const [, whole, part] = /^0*(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? []
  if (whole !== undefined) return part === undefined ? whole : `${whole}.${part}`
  context.addIssue({ code: 'custom', message: 'is no amount' })
  return z.NEVER
})
