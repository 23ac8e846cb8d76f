import { API, HOST, type TestService } from './createTestService.ts'

export type PageRequest = {
  /** Default: the first allowed page of the test project; null sends none. */
  origin?: string | null
  method?: string
  body?: unknown
  contentType?: string
  headers?: Record<string, string>
  address?: string
}

/** Calls the API as a page's script does, and reads the JSON of the answer. */
export async function askAsPage(
  service: TestService,
  path: string,
  request: PageRequest = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const { origin = HOST, method = 'GET', body, contentType = 'text/plain', headers = {}, address } = request
  const answer = await service.app.request(
    `${API}${path}`,
    {
      method,
      headers: {
        ...(origin ? { origin } : {}),
        ...(body === undefined ? {} : { 'content-type': contentType }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: address ?? '203.0.113.7' } } },
  )
  const parsed = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  return { status: answer.status, body: parsed, headers: answer.headers }
}

/** Code of a problem. */
export const codeOf = ({ body }: { body: Record<string, unknown> }): unknown =>
  (body.error as { code?: unknown } | undefined)?.code
