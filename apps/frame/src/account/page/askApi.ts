import { fromWire } from '@latchkey/errors'
import { InternalServiceError, problem, type Route, ServiceUnreachableError } from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import type * as z from 'zod/mini'

const TIMEOUT = 15_000

/**
 * Calls a route that needs no proof, for pages that a mail leads to.
 *
 * @throws BaseError with the service's code and sentence; ServiceUnreachableError
 */
export async function askApi<Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  apiOrigin: string,
  route: Route<Body, Reply>,
  body: z.output<Body>,
  fetch: typeof window.fetch,
): Promise<z.output<Reply>> {
  const { response, answer } = await withDeadline({ ms: TIMEOUT }, async (signal) => {
    const response = await fetch(apiOrigin + route.path, {
      method: route.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal,
    })
    return { response, answer: (await response.json()) as unknown }
  }).catch((cause: unknown) => {
    throw new ServiceUnreachableError({ cause })
  })
  const reply = response.ok ? route.reply.safeParse(answer) : null
  if (reply?.success) return reply.data
  const refused = problem.safeParse(answer)
  if (!refused.success) throw new InternalServiceError()
  const { code, message, data } = refused.data.error
  throw fromWire({ code, message, ...(data ? { data } : {}) })
}
