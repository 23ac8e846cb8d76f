import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zeroAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { chainSchema, tokensOf } from '../../config/chains.ts'
import { createLlamaCoin, createLlamaGuard, createLlamaPrices } from './createLlamaPrices.ts'
import { dollarsOf } from './PriceSource.ts'

/** In the form of `GET https://coins.llama.fi/prices/current/{coins}`, with faults of all kinds. */
const recorded = readFileSync(new URL('./llamaAnswer.json', import.meta.url), 'utf8')
const NOW = 1_900_000_000_000

let stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

async function startLlama(answer: (response: ServerResponse) => void) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`)
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keyed`, paths }
}

const chainOf = (id: number, count = 0) =>
  chainSchema.parse({
    id,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:1'],
    tokens: Array.from({ length: count }, (_, index) => ({
      address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
      symbol: `T${index}`,
      name: 'Token',
      decimals: 18,
    })),
  })
const create = (url: string, chain = chainOf(1), timeout = 60_000) => {
  const guard = createLlamaGuard(() => NOW)
  return createLlamaPrices(chain, { url, now: () => NOW, timeout }, guard)
}

const open = (...given: Parameters<typeof create>) => {
  const source = create(...given)
  if (!source) throw new Error('There is no such source.')
  return source
}

test('a recorded answer: what is young, sure and a price is told', async () => {
  const { url, paths } = await startLlama((response) => response.end(recorded))
  const prices = await open(url).read()
  const chain = chainOf(1)
  const decimals = new Map(tokensOf(chain).map((token) => [token.address.toLowerCase(), token]))
  const told = [...prices].map(([address, ratio]) => {
    const token = decimals.get(address)
    return [token?.symbol ?? address, dollarsOf(ratio, 10n ** BigInt(token?.decimals ?? 18))]
  })
  expect(Object.fromEntries(told)).toEqual({ [zeroAddress]: 2_806.4312, USDC: 0.9998, DAI: 0.00000012345 })
  expect(paths).toHaveLength(1)
  expect(paths[0]).toMatch(/^GET \/keyed\/prices\/current\/ethereum:0x0{40},ethereum:0x[0-9a-f]{40},/)
})

test('many tokens go in several requests; a network that it does not know is not asked for', async () => {
  const { url, paths } = await startLlama((response) => response.end('{"coins":{}}'))
  await open(url, chainOf(1, 120)).read()
  expect(paths).toHaveLength(3)
  expect(create(url, chainOf(5))).toBeNull()
  expect(paths).toHaveLength(3)
})

describe('a coin of a network of its own', () => {
  const read = async (coins: object, status = 200) => {
    const { url, paths } = await startLlama((response) =>
      response.writeHead(status).end(JSON.stringify({ coins })),
    )
    const guard = createLlamaGuard(() => NOW)
    const coin = createLlamaCoin('coingecko:bitcoin', { url, now: () => NOW, timeout: 60_000 }, guard)
    return { price: await coin(), paths }
  }
  const young = { price: 64_321.5, timestamp: NOW / 1_000, confidence: 0.99 }

  test('is told by its name', async () => {
    const { price, paths } = await read({ 'coingecko:bitcoin': young })
    expect([price, paths]).toEqual([64_321.5, ['GET /keyed/prices/current/coingecko:bitcoin']])
  })
  test.each([
    ['old', { ...young, timestamp: NOW / 1_000 - 7_200 }],
    ['not sure', { ...young, confidence: 0.1 }],
    ['nothing', { ...young, price: 0 }],
    ['a text', { ...young, price: '64321' }],
  ])('that is %s has no price', async (_, told) => {
    expect((await read({ 'coingecko:bitcoin': told })).price).toBeNull()
    expect((await read({ 'coingecko:ethereum': young })).price).toBeNull()
  })
  test('is not told by a source that fails', async () => {
    await expect(read({}, 500)).rejects.toThrow()
  })
})

describe('a source that cannot be read is an error', () => {
  test.each([
    ['markup', '<html>'],
    ['another form', '{"prices":{}}'],
    ['a list', '[]'],
    ['too long', `{"coins":{},"x":"${'a'.repeat(70_000)}"}`],
  ])('%s', async (_, body) => {
    const { url } = await startLlama((response) => response.end(body))
    await expect(open(url).read()).rejects.toThrow()
  })
  test.each([500, 301, 302])('status %i', async (status) => {
    const { url, paths } = await startLlama((response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(recorded),
    )
    await expect(open(url).read()).rejects.toThrow()
    expect(paths).toHaveLength(1)
  })
  test('silence, and then it is left alone', async () => {
    const { url, paths } = await startLlama(() => undefined)
    const source = open(url, chainOf(1), 50)
    for (let asked = 0; asked < 5; asked += 1) await expect(source.read()).rejects.toThrow()
    expect(paths).toHaveLength(3)
  })
  test.each(['http://169.254.169.254', 'https://10.0.0.1', 'http://prices.example'])(
    '%s is not asked at all',
    async (url) => {
      await expect(open(url).read()).rejects.toMatchObject({ name: 'GuardedRequestError' })
    },
  )
})
