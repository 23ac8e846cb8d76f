import { problem } from '@latchkey/protocol/client'
import { getWallets } from '@latchkey/protocol/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, createTestService, HOST, type TestService, WALLET } from '../testing/createTestService.ts'
import { webp, writeDirectoryFiles } from '../testing/writeDirectoryFiles.ts'

const wallets = Array.from({ length: 120 }, (_, index) => ({
  id: `com.example.w${index}`,
  name: `Wallet ${index}`,
  ...(index === 0 ? { image_id: 'icon-0' } : {}),
  chains: index % 2 ? ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] : ['eip155:1'],
  order: index + 1,
}))
const directoryDir = writeDirectoryFiles({
  wallets,
  icons: { 'icon-0.webp': webp('wallet') },
  assets: { 'own-v1.webp': webp('asset') },
  tokens: { 'own-v1.webp': webp('token') },
  currencies: { 'CHF.webp': webp('franc') },
})

let service: TestService
beforeAll(async () => {
  service = await createTestService({
    config: { directoryDir },
    limits: { imageCallsPerMinute: 60, guestCallsPerProjectMinute: 5 },
  })
})
afterAll(() => service.stop())

const get = (path: string, headers: Record<string, string> = { origin: HOST }) =>
  service.app.request(`${API}${path}`, { headers })
const codeOf = async (answer: Response) => problem().parse(await answer.json()).error

describe('the list', () => {
  test('R7-31 R7-32 a page of wallets and the count of all', async () => {
    const answer = await get('/getWallets?projectId=demo&st=html&sv=html-0.1.0&page=2&entries=100')
    expect(answer.status).toBe(200)
    const { data, count } = getWallets.reply.parse(await answer.json())
    expect([data.length, data[0]?.name, count]).toEqual([20, 'Wallet 100', 120])
    expect(answer.headers.get('access-control-allow-origin')).toBe(HOST)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
  test('R7-31 filters and search hold together', async () => {
    const answer = await get(
      '/getWallets?projectId=demo&search=wallet%201&chains=eip155:10&exclude=com.example.w10',
    )
    const { data, count } = getWallets.reply.parse(await answer.json())
    expect(data.every(({ chains }) => chains[0] === 'eip155:1')).toBe(true)
    expect(data.map(({ id }) => id)).not.toContain('com.example.w10')
    expect(count).toBe(data.length)
    expect(count).toBeGreaterThan(10)
  })
  test.each([
    ['/getWallets?projectId=nobody', HOST, 404, 4010],
    ['/getWallets', HOST, 404, 4010],
    ['/getWallets?projectId=demo&entries=101', HOST, 400, 4002],
    ['/getWallets?projectId=demo&surprise=1', HOST, 400, 4002],
  ])('%s from %s is refused', async (path, origin, status, code) => {
    const answer = await get(path, { origin })
    expect([answer.status, (await codeOf(answer)).code]).toEqual([status, code])
  })
  test('R5-48 a site that is not on the list of the project has the list of wallets, within a limit', async () => {
    const ask = () => get('/getWallets?projectId=demo', { origin: 'https://guest.example' })
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://guest.example')
    for (let asked = 1; asked < 5; asked += 1) expect((await ask()).status).toBe(200)
    expect([(await ask()).status, (await get('/getWallets?projectId=demo')).status]).toEqual([429, 200])
  })
  test('a call without an origin is refused; the wallet’s own page is not', async () => {
    expect((await get('/getWallets?projectId=demo', {})).status).toBe(403)
    expect((await get('/getWallets?projectId=demo', { origin: WALLET })).status).toBe(200)
  })
})

describe('pictures', () => {
  const places = [
    '/getWalletImage/icon-0',
    '/public/getAssetImage/own-v1',
    '/public/getAssetImage/ethereum-v1',
    '/public/getAssetImage/eip155-1-v1',
    '/public/getTokenImage/own-v1',
    '/public/getTokenImage/usdc-v1',
    '/public/getCurrencyImage/CHF',
  ]
  test.each(places)('R7-33 R7-34 R7-35 R7-36 %s is a picture that any page may show', async (path) => {
    const answer = await get(`${path}?projectId=demo&st=html&sv=html-0.1.0`, {})
    expect(answer.status).toBe(200)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(String.fromCharCode(...bytes.subarray(8, 12))).toBe('WEBP')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })
  test.each(['USD', 'EUR', 'JPY', 'NGN'])('R7-35 the picture of %s is drawn by the service', async (code) => {
    const answer = await get(`/public/getCurrencyImage/${code}?projectId=demo&st=html&sv=html-0.1.0`, {})
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
    })
    const drawing = await answer.text()
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(drawing).not.toMatch(/<script|href|url\(|\son\w+=/i)
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(drawing)))
  })
  test('R7-33 a picture that the browser has is not sent again', async () => {
    const first = await get(places[0] ?? '', {})
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(places[0] ?? '', { 'if-none-match': known })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await get(places[0] ?? '', { 'if-none-match': '"other"' })).status).toBe(200)
  })
  test.each([
    '/getWalletImage/unknown',
    '/getWalletImage/icon-0.webp',
    '/getWalletImage/..%2fwallets.json',
    '/getWalletImage/%2e%2e%2fwallet-icons%2ficon-0',
    '/getWalletImage/icon-0%00',
    '/getWalletImage/__proto__',
    '/public/getAssetImage/icon-0',
    '/public/getAssetImage/constructor',
    '/public/getAssetImage/eip155-999999-v1',
    '/public/getTokenImage/unknown-v1',
    '/public/getTokenImage/own-v1.webp',
    '/public/getTokenImage/eip155-1-v1',
    '/public/getTokenImage/..%2fasset-images%2fethereum-v1',
    '/public/getTokenImage/usdc-v1%00',
    '/public/getTokenImage/__proto__',
    '/public/getCurrencyImage/usd',
    '/public/getCurrencyImage/ABCD',
    '/public/getCurrencyImage/QQQ',
    '/public/getCurrencyImage/%3Csvg%3E',
  ])('R7-33 R7-34 R7-35 R7-36 %s is not there', async (path) => {
    const answer = await get(path, {})
    expect([answer.status, (await codeOf(answer)).code]).toEqual([404, 4500])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
  test('one place may ask for so many a minute', async () => {
    for (let asked = 0; asked < 60; asked += 1) await get('/getWalletImage/icon-0', {})
    const answer = await get('/getWalletImage/icon-0', {})
    expect([answer.status, (await codeOf(answer)).code]).toEqual([429, 4020])
    expect((await get('/getWallets?projectId=demo')).status).toBe(200)
  })
})

test('a malformed directory stops the start before a database is opened', async () => {
  const broken = writeDirectoryFiles({ wallets: [{}] })
  await expect(
    createTestService({ config: { directoryDir: broken }, deps: { database: service.database } }),
  ).rejects.toThrow('The wallet directory cannot be used')
})
