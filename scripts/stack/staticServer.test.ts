import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, httpRequest } from '@latchkey/testing/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoContentSecurityPolicy, demoDocuments, fillStackMeta } from './demoHosts.ts'
import { defaultPorts, stackOrigins } from './serviceEnv.mjs'
import { type StaticServer, startStaticServer } from './staticServer.ts'

const origins = stackOrigins({ ...defaultPorts })
let folder = ''
let port = 0
let server: StaticServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  const directory = join(folder, 'dist')
  mkdirSync(join(directory, 'assets'), { recursive: true })
  writeFileSync(join(directory, 'index.html'), '<meta name="latchkey-stack" content=""><p>app</p>')
  writeFileSync(join(directory, 'shop.html'), 'shop')
  writeFileSync(join(directory, 'workbench.html'), 'workbench')
  writeFileSync(join(directory, 'assets', 'a-1234.js'), 'let a = 1')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  symlinkSync(join(folder, 'secret.txt'), join(directory, 'assets', 'link.txt'))
  port = await freePort()
  server = await startStaticServer({
    port,
    directory,
    host: `app.localhost:${port}`,
    documents: demoDocuments.app,
    contentSecurityPolicy: demoContentSecurityPolicy(origins),
    fill: (html) => fillStackMeta(html, origins),
  })
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  httpRequest(`http://app.localhost:${port}${path}`, { headers, method })

/** The request line as it is: URL parsing would remove the dots. */
function rawStatus(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: app.localhost:${port}\r\nConnection: close\r\n\r\n`),
    )
    let reply = ''
    socket.on('data', (chunk) => {
      reply += chunk
    })
    socket.once('end', () => resolve(reply))
    socket.once('error', reject)
  })
}

describe('startStaticServer', () => {
  test('serves documents with the strict policy and the origins of the stack', async () => {
    const page = await get('/?a=b')
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: http://api.localhost:8787; " +
        "connect-src 'self' http://api.localhost:8787 ws://api.localhost:8787; frame-src http://wallet.localhost:8787; " +
        "base-uri 'none'; form-action 'none'",
    )
    const content = page.body.match(/content="([^"]*)"/)?.[1]?.replaceAll('&quot;', '"')
    expect(JSON.parse(content ?? '')).toEqual(origins)
    expect((await get('/workbench')).body).toBe('workbench')
  })

  test('serves hashed assets as immutable, compressed when asked', async () => {
    const script = await get('/assets/a-1234.js')
    expect(script.body).toBe('let a = 1')
    expect(script.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8' })
    expect(script.headers['cache-control']).toContain('immutable')
    expect((await get('/assets/a-1234.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    )
    expect((await get('/', {}, 'HEAD')).body).toBe('')
  })

  test('what has changed is compressed again', async () => {
    const file = join(folder, 'dist', 'icon.svg')
    const zipped = () => get('/icon.svg', { 'accept-encoding': 'gzip' })
    const lengths: unknown[] = []
    for (const text of ['<svg/>', '<svg/>', '<svg><path d="M1 2h3v4z"/></svg>']) {
      writeFileSync(file, text)
      lengths.push((await zipped()).headers['content-length'])
    }
    expect(lengths[1]).toBe(lengths[0])
    expect(Number(lengths[2])).toBeGreaterThan(Number(lengths[0]))
  })

  test('refuses other hosts, methods, unknown files and documents of the other host', async () => {
    expect((await get('/', { host: `evil.localhost:${port}` })).status).toBe(421)
    expect((await get('/', {}, 'POST')).status).toBe(405)
    expect((await get('/nothing.js')).status).toBe(404)
    expect((await get('/shop.html')).status).toBe(404)
    expect((await get('/assets')).status).toBe(404)
  })

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/%00',
    '/%zz',
  ])('refuses %s', async (path) => {
    const reply = await rawStatus(path)
    expect(reply).toMatch(/^HTTP\/1\.1 404 /)
    expect(reply).not.toContain('\r\n\r\nsecret')
  })

  test('does not follow a link out of the folder', async () => {
    expect((await get('/assets/link.txt')).status).toBe(404)
  })

  test('names the port that is taken', async () => {
    const again = startStaticServer({
      port,
      directory: folder,
      host: 'x',
      documents: {},
      contentSecurityPolicy: '',
    })
    await expect(again).rejects.toThrow(`Port ${port} cannot be used`)
  })
})
