import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDirectory } from '@latchkey/service/directory'
import { afterEach, expect, test } from 'vitest'
import { drawMark } from './curatedSource.ts'
import { encodeDrawing } from './encodeIcon.ts'
import { explorerSource } from './explorerSource.ts'
import { writeDirectory } from './writeDirectory.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function listen(answer: (url: URL, response: ServerResponse, request: IncomingMessage) => void) {
  const server = createServer((request, response) =>
    answer(new URL(request.url ?? '/', 'http://explorer.test'), response, request),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A listing in the shape that the explorer documents. */
const listing = (index: number) => ({
  id: index.toString(16).padStart(64, '0'),
  name: `Wallet ${index}`,
  homepage: `https://w${index}.example`,
  description: 'left out',
  chains: ['eip155:1', 'eip155:10'],
  image_id: `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`,
  image_url: { sm: 'https://elsewhere.example/sm' },
  app: { browser: 'https://app.example', ios: null },
  rdns: index === 0 ? 'com.example.zero' : null,
  mobile: { native: `w${index}://`, universal: 'https://w.example' },
  desktop: { native: null, universal: null },
  ...(index === 1 ? { badge_type: 'certified' } : {}),
})
const TOTAL = 130

test('R7-31 all pages become a directory that the service takes', async () => {
  const icon = await encodeDrawing(drawMark('icon'))
  const asked: string[] = []
  const url = await listen((address, response) => {
    asked.push(`${address.pathname}?${address.searchParams}`)
    if (address.pathname !== '/v3/wallets') {
      const missing = address.pathname.endsWith('000000000002')
      response.writeHead(missing ? 404 : 200).end(missing ? '' : icon)
      return
    }
    const [entries, page] = ['entries', 'page'].map((name) => Number(address.searchParams.get(name)))
    const start = ((page ?? 1) - 1) * (entries ?? 0)
    const indexes = Array.from({ length: TOTAL }, (_, index) => index).slice(start, start + (entries ?? 0))
    const listings = Object.fromEntries(indexes.map((index) => [listing(index).id, listing(index)]))
    response.end(JSON.stringify({ listings, count: indexes.length, total: TOTAL }))
  })
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-import-'))
  const count = await writeDirectory(await explorerSource({ url, projectId: 'abc' }), folder)
  expect(count).toMatchObject({ wallets: TOTAL, icons: TOTAL - 1, dropped: 0 })
  expect(asked.slice(0, 2)).toEqual([
    '/v3/wallets?projectId=abc&entries=100&page=1',
    '/v3/wallets?projectId=abc&entries=100&page=2',
  ])
  expect(asked).toContain(`/v3/logo/md/${listing(5).image_id}?projectId=abc`)
  const { wallets, walletImages } = loadDirectory(folder)
  const byName = (name: string) => wallets.find((wallet) => wallet.listing.name === name)?.listing
  expect(byName('Wallet 0')).toMatchObject({
    id: listing(0).id,
    rdns: 'com.example.zero',
    mobile_link: 'w0://',
    link_mode: 'https://w.example',
    webapp_link: 'https://app.example',
    chains: ['eip155:1', 'eip155:10'],
  })
  expect(byName('Wallet 1')?.badge_type).toBe('certified')
  expect(byName('Wallet 2')).not.toHaveProperty('image_id')
  expect(walletImages.size).toBe(TOTAL - 1)
})

test.each<[string, (response: ServerResponse) => void, string]>([
  ['a refusal', (response) => response.writeHead(401).end(), 'The explorer answered 401 at /v3/wallets.'],
  ['another form', (response) => response.end('{"data":[]}'), 'in a form that is not known'],
  ['no JSON', (response) => response.end('<html>'), 'in a form that is not known'],
  ['an empty list', (response) => response.end('{"listings":{},"count":0}'), 'listed no wallets'],
  [
    'a redirect',
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:9' }).end(),
    'no usable answer',
  ],
  ['a cut connection', (response) => response.destroy(), 'no usable answer'],
  ['silence', () => undefined, 'no usable answer'],
])('%s is told without the project id', async (name, answer, message) => {
  const url = await listen((_address, response) => answer(response))
  const timeout = name === 'silence' ? 300 : 60_000
  const error = await explorerSource({ url, projectId: 'secret-id', timeout }).catch(
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toContain(message)
  expect(String(error)).not.toContain('secret-id')
})

test('an answer without end is not read to its end', async () => {
  const url = await listen((_address, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20)
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  })
  await expect(explorerSource({ url, projectId: 'abc' })).rejects.toThrow('RangeError')
})

test('it can be stopped', async () => {
  const controller = new AbortController()
  const url = await listen(() => controller.abort(new Error('stopped')))
  await expect(explorerSource({ url, projectId: 'abc', signal: controller.signal })).rejects.toThrow(
    'stopped',
  )
})
