import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeAnswer =
  | { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }
  | 'hang'
  | 'cut'
  | 'half'
export type SeenRequest = { method: string; path: string; query: URLSearchParams; body: unknown }
/** An answer, or what makes one of the request. */
export type FakeReply = FakeAnswer | ((request: SeenRequest) => FakeAnswer)
export type FakeService = {
  origin: string
  requests: SeenRequest[]
  /** What `method path` is answered with, from now on. */
  answer(route: string, ...answers: FakeReply[]): void
  /** Resolves when so many requests have come. */
  seen(count: number): Promise<void>
  stop(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
}

/** A real HTTP server on a free port that answers as the test says; the last answer of a route stays. */
export async function fakeService(): Promise<FakeService> {
  const answers = new Map<string, FakeReply[]>()
  const requests: SeenRequest[] = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://service')
    const method = request.method ?? ''
    const body = await bodyOf(request)
    const seen = { method, path: url.pathname, query: url.searchParams, body }
    requests.push(seen)
    for (const look of waiting) look()
    const list = answers.get(`${method} ${url.pathname}`) ?? [{ status: 404 }]
    const next = list.length > 1 ? list.shift() : list[0]
    const answer = typeof next === 'function' ? next(seen) : next
    if (answer === 'hang' || answer === undefined) return
    if (answer === 'cut') return void request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    if (answer === 'half') return void response.write('{')
    response.statusCode = answer.status ?? 200
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
    response.end(answer.text ?? JSON.stringify(answer.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    answer: (route, ...list) => void answers.set(route, list),
    seen: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
