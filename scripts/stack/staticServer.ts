import { readFileSync, realpathSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

export type StaticServerOptions = {
  port: number
  /** Folder of a finished build. */
  directory: string
  /** The one Host header that is answered, such as app.localhost:5173. */
  host: string
  /** Another one, for the same pages. */
  alias?: string
  /** Documents by path; no other HTML file is served. */
  documents: Readonly<Record<string, string>>
  /** Further builds behind the same host, asked when the first has no such file. */
  also?: readonly { directory: string; documents: Readonly<Record<string, string>> }[]
  contentSecurityPolicy: string
  /** Documents that come with `Cross-Origin-Opener-Policy: same-origin`, by path. */
  openerPolicy?: readonly string[]
  /** Changes a document before it is sent. */
  fill?: (html: string) => string
  /** Answers to small JSON posts, by path. One that throws is a 400 with its message. */
  posts?: Readonly<Record<string, (body: unknown) => Promise<object>>>
}

export type StaticServer = { stop: () => Promise<void> }

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const COMPRESSED = new Set(['.css', '.html', '.js', '.json', '.map', '.svg'])

function decodedPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split('?')[0] ?? '/')
    return path.includes('\0') || path.includes('\\') ? undefined : path
  } catch {
    return undefined
  }
}

/** The file behind a path, links followed; undefined when it is none, or lies outside the folder. */
function fileWithin(directory: string, path: string): string | undefined {
  try {
    const root = realpathSync(directory)
    const file = realpathSync(join(root, path))
    return file.startsWith(root + sep) && statSync(file).isFile() ? file : undefined
  } catch {
    return undefined
  }
}

type Build = Pick<StaticServerOptions, 'directory' | 'documents'>

function locateIn({ directory, documents }: Build, path: string): string | undefined {
  const document = Object.hasOwn(documents, path) ? documents[path] : undefined
  if (document !== undefined) return fileWithin(directory, document)
  return extname(path) === '.html' ? undefined : fileWithin(directory, path)
}

function locate(options: StaticServerOptions, path: string): string | undefined {
  for (const build of [options, ...(options.also ?? [])]) {
    const file = locateIn(build, path)
    if (file !== undefined) return file
  }
  return undefined
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  response.end(sentence)
}

/** Compresses a file again only when something else is in it. */
function createCompressor(): (file: string, body: Buffer) => Buffer {
  const kept = new Map<string, { body: Buffer; sent: Buffer }>()
  return (file, body) => {
    const before = kept.get(file)
    if (before?.body.equals(body)) return before.sent
    const sent = gzipSync(body)
    kept.set(file, { body, sent })
    return sent
  }
}

type Compressor = ReturnType<typeof createCompressor>

function sendFile(
  options: StaticServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  compress: Compressor,
) {
  const extension = extname(file)
  const isDocument = extension === '.html'
  const raw = readFileSync(file)
  const body = isDocument && options.fill ? Buffer.from(options.fill(raw.toString('utf8'))) : raw
  const gzip = COMPRESSED.has(extension) && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const sent = gzip ? compress(file, body) : body
  const hashed = request.url?.startsWith('/assets/')
  response.writeHead(200, {
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    'content-length': sent.length,
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    vary: 'accept-encoding',
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    ...(isDocument ? { 'content-security-policy': options.contentSecurityPolicy } : {}),
    ...(options.openerPolicy?.includes(decodedPath(request.url ?? '') ?? '')
      ? { 'cross-origin-opener-policy': 'same-origin' }
      : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : sent)
}

/** A demo's posts are a few dozen bytes. */
const POST_LIMIT = 10_000

/** Answers one JSON post. */
export async function answerPost(
  post: (body: unknown) => Promise<object>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = ''
  try {
    for await (const chunk of request) {
      text += chunk
      if (text.length > POST_LIMIT) throw new RangeError('That is too long.')
    }
    const reply = JSON.stringify(await post(JSON.parse(text)))
    response.writeHead(200, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
    response.end(reply)
  } catch (error) {
    refuse(response, 400, error instanceof Error ? error.message : 'That did not work.')
  }
}

function answer(
  options: StaticServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  compress: Compressor,
): void {
  const path = decodedPath(request.url ?? '/')
  const file = path === undefined ? undefined : locate(options, path)
  if (![options.host, options.alias].includes(request.headers.host ?? ''))
    refuse(response, 421, `This server is http://${options.host}/`)
  else if (request.method === 'POST' && path !== undefined && Object.hasOwn(options.posts ?? {}, path))
    void answerPost(options.posts?.[path] ?? (async () => ({})), request, response)
  else if (request.method !== 'GET' && request.method !== 'HEAD')
    refuse(response, 405, 'Only GET is answered.')
  else if (file === undefined) refuse(response, 404, 'Nothing is here.')
  else sendFile(options, request, response, file, compress)
}

/**
 * Serves a finished build on 127.0.0.1, for one host name, with a content security policy.
 *
 * @throws Error when the port is taken
 */
export function startStaticServer(options: StaticServerOptions): Promise<StaticServer> {
  const compress = createCompressor()
  const server = createServer((request, response) => answer(options, request, response, compress))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`Port ${options.port} cannot be used: ${cause.message}`, { cause })),
    )
    server.listen(options.port, '127.0.0.1', () => resolve({ stop }))
  })
}
