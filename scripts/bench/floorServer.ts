import { createHash } from 'node:crypto'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'

/** Sites that do the least that can be done: what ours is compared with, and one that never answers. */
export type FloorServer = {
  /** A document that embeds `inner` and tells its parent when both are up. */
  outer: string
  /** Sends back what comes over the port that it is given. */
  echo: string
  /** Take every connection and answer nothing. */
  silentWallet: string
  silentApi: string
  stop(): Promise<void>
}

const INNER_SCRIPT = "parent.postMessage('ready', '*')"
const outerScript = (inner: string) =>
  `addEventListener('message', () => parent.postMessage('ready', '*'), { once: true })
const frame = document.createElement('iframe')
frame.src = '${inner}'
document.body.append(frame)`
const ECHO_SCRIPT = `addEventListener('message', ({ ports: [port] }) => {
  port.onmessage = ({ data: { id } }) => port.postMessage({ id, result: '0x7a69' })
})`

/** The headers of the wallet's own documents; one inline script is named by its hash, so nothing else is fetched. */
function sendDocument(response: ServerResponse, script: string, frameSource: string): void {
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; frame-src ${frameSource}; base-uri 'none'; form-action 'none'`
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
  })
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title></head><body><script>${script}</script></body></html>`,
  )
}

/** One listener, four names, each a site of its own. */
export function startFloorServer(port: number): Promise<FloorServer> {
  const origin = (name: string) => `http://${name}.localhost:${port}`
  const inner = origin('empty-inner')
  const pages: Readonly<Record<string, readonly [script: string, frameSource: string]>> = {
    [`empty-outer.localhost:${port}`]: [outerScript(`${inner}/`), inner],
    [`empty-inner.localhost:${port}`]: [INNER_SCRIPT, "'none'"],
    [`echo.localhost:${port}`]: [ECHO_SCRIPT, "'none'"],
  }
  const answer: RequestListener = (request, response) => {
    const host = request.headers.host ?? ''
    if (host.startsWith('silent-')) return
    const page = pages[host]
    if (page && request.url?.split('?')[0] === '/') sendDocument(response, page[0], page[1])
    else response.writeHead(404).end()
  }
  const server = createServer(answer)
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve({
        outer: origin('empty-outer'),
        echo: origin('echo'),
        silentWallet: origin('silent-wallet'),
        silentApi: origin('silent-api'),
        stop,
      }),
    )
  })
}
