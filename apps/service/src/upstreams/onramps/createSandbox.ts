import { getOnrampOptions, onrampQuote } from '@latchkey/protocol/http'
import * as z from 'zod'
import type { OnrampProviders } from '../../config/onrampProviders.ts'
import { boundedFetch, UnreadableAnswerError } from '../boundedFetch.ts'
import { ProviderRefusal } from './askProvider.ts'
import type { OnrampProvider } from './OnrampProvider.ts'

type Settings = NonNullable<OnrampProviders['sandbox']>

const sessionAnswer = z.strictObject({ url: z.string().max(4_096) })

/** The provider of the local stack: it speaks the form of our own routes, takes no money, and delivers on the local chain. */
export function createSandbox({ url }: Settings): OnrampProvider {
  async function ask<Schema extends z.core.$ZodType>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
    body?: unknown,
  ): Promise<z.output<Schema>> {
    const response = await boundedFetch(`${url}${path}`, {
      signal,
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (response.status === 400) throw new ProviderRefusal('status 400')
    const result = z.safeParse(schema, await response.json().catch(() => undefined))
    if (response.ok && result.success) return result.data
    throw new UnreadableAnswerError(`status ${response.status}`)
  }
  return {
    options: (signal) => ask('/options', getOnrampOptions.reply, signal),
    quote: (request, signal) => ask('/quote', onrampQuote(), signal, request),
    checkoutUrl: async (request, signal) => (await ask('/sessions', sessionAnswer, signal, request)).url,
  }
}
