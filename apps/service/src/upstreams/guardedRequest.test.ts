import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGate, GateFullError } from './createGate.ts'
import { type GuardedOptions, guardedPost, resolveName } from './guardedRequest.ts'

let server: Server
let port = 0
let requests: { url: string; headers: object }[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? ''
    requests.push({ url, headers: request.headers })
    if (url === '/away') response.writeHead(307, { location: '/' }).end()
    else if (url === '/long') response.end('x'.repeat(65_537))
    else if (url === '/full') response.end('x'.repeat(65_536))
    else if (url === '/drip') response.write('x')
    else if (url === '/cut')
      response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy())
    else if (url === '/refused') response.writeHead(400).end('no')
    else if (url === '/broken') response.writeHead(500).end('no')
    else if (url !== '/silent') response.end('yes')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const { signal } = new AbortController()
const gate = createGate({ atOnce: 8, waiting: 8, patience: 60_000 })
const here: GuardedOptions = { allowsLoopback: true, gate, signal, timeout: 60_000 }
const abroad: GuardedOptions = { allowsLoopback: false, gate, signal, timeout: 60_000 }
const post = (path: string, options = here) => guardedPost(`http://localhost:${port}${path}`, '{}', options)

test('an answer is read up to its limit, and nothing but the body is sent', async () => {
  requests = []
  expect(await post('/')).toBe('yes')
  expect(requests[0]?.headers).toEqual({
    'content-type': 'application/json',
    'content-length': '2',
    accept: 'application/json',
    'user-agent': 'latchkey',
    host: `localhost:${port}`,
    connection: 'close',
  })
  expect(await guardedPost(`http://127.0.0.1:${port}/refused`, '{}', here)).toBe('no')
  expect((await post('/full')).length).toBe(65_536)
})

test.each([
  ['/away'],
  ['/long'],
  ['/cut'],
  ['/broken'],
  // Long enough for the question to arrive on a busy machine.
  ['/drip', 2_000],
  ['/silent', 2_000],
])('%s is given up', async (path, timeout = 60_000) => {
  requests = []
  await expect(post(path, { ...here, timeout })).rejects.toThrow()
  expect(requests.map(({ url }) => url)).toEqual([path])
})

test('whoever asked and left ends it', async () => {
  const leaving = new AbortController()
  const asked = post('/silent', { ...here, timeout: 60_000, signal: leaving.signal })
  leaving.abort()
  await expect(asked).rejects.toThrow()
})

test.each([
  'http://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'https://localhost:PORT/',
  'https://keys.localhost:PORT/',
  'https://0x7f.1:PORT/',
  'https://2130706433:PORT/',
  'https://[::1]:PORT/',
  'https://[::ffff:127.0.0.1]:PORT/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://[fd00:ec2::254]/',
  'http://public.example/',
  'file:///etc/passwd',
])('%s is not asked in production', async (address) => {
  requests = []
  await expect(guardedPost(address.replace('PORT', String(port)), '{}', abroad)).rejects.toThrow(
    /not an? (?:public )?address|not a public/,
  )
  expect(requests).toHaveLength(0)
})

test.each([
  ['a private address', ['10.0.0.1']],
  ['this machine', ['127.0.0.1']],
  ['one private address among public ones', ['8.8.8.8', '192.168.0.1']],
  ['nothing', []],
])('a name that means %s is not asked', async (_, addresses) => {
  const options = { ...abroad, resolve: async () => addresses }
  await expect(guardedPost(`https://rebound.example:${port}/`, '{}', options)).rejects.toThrow(
    'not a public address',
  )
})

test('a name is looked up once for its connection', async () => {
  let lookUps = 0
  const resolve = async () => {
    lookUps++
    // The next answer would be another one.
    return lookUps === 1 ? ['10.0.0.1'] : ['8.8.8.8']
  }
  await expect(guardedPost('https://rebound.example/', '{}', { ...abroad, resolve })).rejects.toThrow()
  expect(lookUps).toBe(1)
})

test('development may ask this machine by http, and no private network', async () => {
  await expect(guardedPost('https://10.0.0.1/', '{}', here)).rejects.toThrow('not a public address')
  await expect(
    guardedPost('https://x.example/', '{}', { ...here, resolve: async () => ['10.0.0.1'] }),
  ).rejects.toThrow('not a public address')
})

test('what is under way at once is bounded, and a look-up that hangs keeps its place when its caller has left', async () => {
  const gate = createGate({ atOnce: 1, waiting: 10, patience: 60_000 })
  const asked: string[] = []
  let answerLookUp: (addresses: string[]) => void = () => undefined
  const hanging = new Promise<string[]>((resolve) => {
    answerLookUp = resolve
  })
  const resolve = (hostname: string) => {
    asked.push(hostname)
    return asked.length === 1 ? hanging : Promise.resolve(['10.0.0.1'])
  }
  const first = guardedPost('https://one.example', '{}', { ...abroad, resolve, gate, timeout: 50 })
  await expect(first).rejects.toThrow()
  const second = guardedPost('https://two.example', '{}', { ...abroad, resolve, gate })
  const third = guardedPost('https://three.example', '{}', { ...abroad, resolve, gate, timeout: 50 })
  await expect(third).rejects.toThrow()
  expect(asked).toEqual(['one.example'])
  answerLookUp([])
  await expect(second).rejects.toThrow('not a public address')
  expect(asked).toEqual(['one.example', 'two.example'])
})

test('a caller that finds no place is refused at once', async () => {
  const gate = createGate({ atOnce: 1, waiting: 0, patience: 60_000 })
  requests = []
  const leave = new AbortController()
  const silent = post('/silent', { ...here, gate, signal: leave.signal })
  await expect(post('/', { ...here, gate })).rejects.toThrow(GateFullError)
  leave.abort()
  await expect(silent).rejects.toThrow()
})

test('a peer that switches protocols is given up at once, and the next call gets its turn', async () => {
  const gate = createGate({ atOnce: 1, waiting: 1, patience: 60_000 })
  const peer = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
  })
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  const { port: peerPort } = peer.address() as AddressInfo
  const options = { ...here, gate }
  try {
    const first = guardedPost(`http://127.0.0.1:${peerPort}/`, '{}', { ...options, timeout: 2_000 })
    const second = post('/', options)
    await expect(first).rejects.toThrow('status 101')
    expect(await second).toBe('yes')
  } finally {
    await new Promise((resolve) => peer.close(resolve))
  }
})

/** A name server (RFC 1035): what it hears, and for names under `known.example` one address. */
async function startNameServer() {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port: from }) => {
    // The question starts behind the header of 12 bytes: labels, a zero, type and class.
    const end = query.indexOf(0, 12)
    const name = query.subarray(12, end).toString('latin1')
    asked.push(name)
    if (!name.includes('known')) return
    const isV4 = query.readUInt16BE(end + 1) === 1
    const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0])
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7])
    socket.send(Buffer.concat([header, query.subarray(12, end + 5), ...(isV4 ? [answer] : [])]), from)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { servers: [`127.0.0.1:${socket.address().port}`], asked, close: () => socket.close() }
}

test('name servers that are silent hold up no other look-up and no file, and are given up', async () => {
  const { servers, asked, close } = await startNameServer()
  try {
    let areOver = false
    const silent = Array.from({ length: 16 }, (_, at) => resolveName(`silent${at}.example`, servers))
    const settled = Promise.allSettled(silent).finally(() => {
      areOver = true
    })
    expect(await resolveName('known.example', servers)).toEqual(['192.0.2.7'])
    expect((await lookup('localhost')).address).toMatch(/^(?:127\.0\.0\.1|::1)$/)
    expect(await readFile(import.meta.filename, 'utf8')).toContain('silent')
    expect(areOver).toBe(false)
    expect((await settled).map(({ status }) => status)).toEqual(silent.map(() => 'rejected'))
    expect(asked.length).toBeGreaterThan(32)
  } finally {
    close()
  }
})
