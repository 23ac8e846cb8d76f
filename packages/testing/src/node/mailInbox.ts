import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mailPageCss, mailPageHtml, mailPageScript } from './mailPage.ts'
import type { MailStore } from './mailStore.ts'

const PAGE_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ')

/** A message may style itself and carry images in data: URLs; it runs no script and loads nothing. */
const MESSAGE_POLICY = [
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
  "frame-ancestors 'self'; sandbox",
].join('; ')

const HTML = 'text/html; charset=utf-8'

const MESSAGE_ROUTE = 'GET /messages/'

const PAGES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'GET /': [HTML, mailPageHtml],
  'GET /inbox.css': ['text/css; charset=utf-8', mailPageCss],
  'GET /inbox.js': ['text/javascript; charset=utf-8', mailPageScript],
}

type Reply = { status: number; type: string; body: string; policy?: string }

function send(response: ServerResponse, { status, type, body, policy = PAGE_POLICY }: Reply): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  })
  response.end(body)
}

const json = (status: number, value: unknown): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

/** Only names of this machine: a page that rebinds its own name to 127.0.0.1 must not read mail. */
const isLocalHost = (host: string | undefined) =>
  host !== undefined && /^(127\.0\.0\.1|localhost|[a-z0-9-]+\.localhost)(:\d{1,5})?$/i.test(host)

function streamChanges(store: MailStore, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('retry: 500\n\n')
  const unsubscribe = store.subscribe(() => response.write('event: change\ndata:\n\n'))
  response.once('close', unsubscribe)
}

function replyTo(store: MailStore, method: string, url: URL): Reply {
  const route = `${method} ${url.pathname}`
  if (route === 'GET /api/messages') return json(200, store.list(url.searchParams.get('to') ?? undefined))
  if (route === 'DELETE /api/messages') {
    store.clear()
    return json(200, { deleted: true })
  }
  if (route === 'GET /health') return json(200, { status: 'ok' })
  const page = PAGES[route]
  if (page) return { status: 200, type: page[0], body: page[1] }
  const message = route.startsWith(MESSAGE_ROUTE) ? store.find(route.slice(MESSAGE_ROUTE.length)) : undefined
  if (message) return { status: 200, type: HTML, body: message.html, policy: MESSAGE_POLICY }
  return json(404, { message: 'Nothing is here.' })
}

function answer(store: MailStore, request: IncomingMessage, response: ServerResponse): void {
  const target = `http://inbox.localhost${request.url ?? '/'}`
  if (!isLocalHost(request.headers.host)) send(response, json(421, { message: 'Unknown host name.' }))
  else if (!URL.canParse(target)) send(response, json(400, { message: 'The address cannot be read.' }))
  else if (request.method === 'GET' && request.url === '/events') streamChanges(store, response)
  else send(response, replyTo(store, request.method ?? '', new URL(target)))
}

/** The inbox over HTTP: a page for people and JSON for tests. Not listening yet. */
export const createInboxServer = (store: MailStore): Server =>
  createServer((request, response) => answer(store, request, response))
