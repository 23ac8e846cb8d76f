import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as protocol from '@latchkey/protocol/http'
import { freePort, startBitcoin } from '@latchkey/testing/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isKnownNetwork, otherNamespaceOf } from '../../config/namespaces.ts'
import { networkSchema } from '../../config/networks.ts'
import { frameConfigOf } from '../../documents/documentConfigs.ts'
import { problemCode } from '../../testing/createDevice.ts'
import { API, createTestService, HOST, type TestService } from '../../testing/createTestService.ts'

const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const OWN = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const UNUSED = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'

let bitcoin: Awaited<ReturnType<typeof startBitcoin>>
let service: TestService

beforeAll(async () => {
  bitcoin = await startBitcoin()
  const dead = `http://127.0.0.1:${await freePort()}`
  const network = (caip2: string, ...rpcUrls: string[]) =>
    networkSchema.parse({ caip2, name: 'Local', rpcUrls, testnet: true })
  service = await createTestService({
    // The first does not answer, and is passed over.
    config: { networks: [network(bitcoin.caipNetworkId, dead, bitcoin.url), network(MAINNET, dead)] },
  })
})
afterAll(async () => {
  await service.stop()
  await bitcoin.stop()
})

async function call(
  method: string,
  params: unknown,
  { chain = bitcoin.caipNetworkId as string, origin = HOST, at = service } = {},
) {
  const answer = await at.app.request(`${API}/v1?chainId=${chain}&projectId=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const body = (await answer.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: unknown }
  }
  return { status: answer.status, body }
}

/** As the contract reads it. */
async function read<Method extends protocol.BitcoinMethod>(
  method: Method,
  params: protocol.BitcoinParams<Method>,
): Promise<protocol.BitcoinResult<Method>> {
  const { body } = await call(method, params)
  expect(body.error).toBeUndefined()
  return protocol.bitcoinMethods[method].result.parse(body.result) as protocol.BitcoinResult<Method>
}

describe('a network of Bitcoin that the operator has configured', () => {
  test('tells what an address has, in blocks and waiting', async () => {
    bitcoin.chain.give(OWN, 70_000n)
    bitcoin.chain.mine()
    const waiting = bitcoin.chain.give(OWN, 5_000n)
    expect(await read('getBalance', [OWN])).toEqual({ confirmed: '70000', unconfirmed: '5000' })
    expect(await read('getUtxos', [OWN])).toEqual(
      expect.arrayContaining([
        { txid: waiting, vout: expect.any(Number), value: '5000', height: null },
        expect.objectContaining({ value: '70000', height: 102 }),
      ]),
    )
    expect(await read('getBalance', [UNUSED])).toEqual({ confirmed: '0', unconfirmed: '0' })
    bitcoin.chain.mine()
  })

  test('tells a transaction by its id, with its bytes', async () => {
    const [{ txid = '' } = {}] = await read('getUtxos', [OWN])
    const { hex, fee, height } = await read('getTransaction', [txid])
    expect(hex).toBe(bitcoin.chain.find(txid)?.transaction.toHex())
    expect(height).toBe(bitcoin.chain.heightOf(txid))
    expect(fee).toBe(`${bitcoin.chain.find(txid)?.fee}`)
  })

  test('tells the history in pages, the newest first', async () => {
    for (let index = 0; index < 30; index++) {
      bitcoin.chain.give(OWN, 1_000n)
      bitcoin.chain.mine()
    }
    const waiting = bitcoin.chain.give(OWN, 2_000n)
    const first = await read('getHistory', [OWN])
    expect(first).toHaveLength(25)
    expect(first[0]).toMatchObject({ txid: waiting, time: null, height: null })
    expect(first[0]?.outputs).toContainEqual({ address: OWN, value: '2000' })
    const second = await read('getHistory', [OWN, first.at(-1)?.txid ?? ''])
    expect(second).toHaveLength(8)
    expect(new Set([...first, ...second].map(({ txid }) => txid)).size).toBe(33)
    expect(second.at(-1)).toMatchObject({ height: 102, time: expect.any(Number) })
  })

  test('tells fees in whole satoshis a byte', async () => {
    expect(await read('getFeeRates', [])).toEqual({ fast: 5, normal: 2, slow: 1 })
  })

  test('of a test network has no price, and mainnet none where nobody tells any', async () => {
    expect(await read('getPrice', [])).toEqual({ usd: null })
    expect((await call('getPrice', [], { chain: MAINNET })).body.result).toEqual({ usd: null })
    const seen: string[] = []
    const prices = createServer((request, response) => {
      seen.push(request.url ?? '')
      const told = { price: 64_321.5, timestamp: Date.now() / 1_000, confidence: 0.99 }
      response.end(JSON.stringify({ coins: { 'coingecko:bitcoin': told } }))
    })
    await new Promise<void>((resolve) => prices.listen(0, '127.0.0.1', resolve))
    const { port } = prices.address() as AddressInfo
    const networks = [bitcoin.caipNetworkId, MAINNET].map((caip2) =>
      networkSchema.parse({ caip2, name: 'Local', rpcUrls: [bitcoin.url], testnet: caip2 !== MAINNET }),
    )
    const config = { networks, pricesUrl: `http://127.0.0.1:${port}`, now: Date.now }
    const priced = await createTestService({ config })
    const priceOn = async (chain: string) => (await call('getPrice', [], { chain, at: priced })).body.result
    try {
      expect(await priceOn(MAINNET)).toEqual({ usd: 64_321.5 })
      expect(await priceOn(MAINNET)).toEqual({ usd: 64_321.5 })
      expect(await priceOn(bitcoin.caipNetworkId)).toEqual({ usd: null })
      expect(seen).toEqual(['/prices/current/coingecko:bitcoin'])
    } finally {
      await priced.stop()
      prices.closeAllConnections()
      prices.close()
    }
  })

  test('takes a transaction, a second time too, and says why it takes none', async () => {
    const hex = bitcoin.chain.find([...bitcoin.chain.waiting.keys()][0] ?? '')?.transaction.toHex() ?? ''
    const [known = ''] = bitcoin.chain.waiting.keys()
    expect(await read('sendTransaction', [hex])).toBe(known)
    const spent = hex.replace(/^(.{20})../, '$199')
    expect((await call('sendTransaction', [spent])).body.error).toMatchObject({
      code: protocol.TRANSACTION_REFUSED,
      message: 'bad-txns-inputs-missingorspent',
    })
    const none = await call('sendTransaction', ['00'.repeat(60)])
    expect(none.body.error).toMatchObject({ code: protocol.TRANSACTION_REFUSED })
  })

  test('stands among the networks of the frame, without a number', () => {
    const [project] = service.config.projects
    const { chains } = frameConfigOf(service.config, project as never)
    expect(chains).toContainEqual(
      expect.objectContaining({
        id: 0,
        caip2: bitcoin.caipNetworkId,
        nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      }),
    )
  })

  test('is asked all that the contract has', () => {
    const { methods } = otherNamespaceOf(MAINNET) ?? { methods: new Set() }
    expect([...methods].sort()).toEqual(Object.keys(protocol.bitcoinMethods).sort())
  })

  test('is one that people sign in on; a name alone is none', () => {
    expect(isKnownNetwork(bitcoin.caipNetworkId, undefined)).toBe(false)
    expect(isKnownNetwork(bitcoin.caipNetworkId, undefined, [bitcoin.caipNetworkId])).toBe(true)
    expect(isKnownNetwork(MAINNET, undefined)).toBe(true)
    for (const name of ['bip122:', 'bip122:00', `${MAINNET}0`, MAINNET.toUpperCase(), `${MAINNET}:1`])
      expect(otherNamespaceOf(name)).toBeUndefined()
  })
})

describe('is refused:', () => {
  const INVALID = { code: -32_602, data: { code: protocol.InvalidRequestError.code } }
  const mainnetAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  test.each([
    ['no address', 'getBalance', []],
    ['an address of another network', 'getBalance', [mainnetAddress]],
    ['a path', 'getUtxos', ['../../blocks/tip/hash']],
    ['a query', 'getBalance', [`${OWN}?a=b`]],
    ['params by name', 'getBalance', { address: OWN }],
    ['an id that is none', 'getTransaction', ['ab']],
    ['more than is asked for', 'getFeeRates', [1]],
    ['a place that is no id', 'getHistory', [OWN, '0']],
    ['bytes with a prefix', 'sendTransaction', [`0x${'00'.repeat(60)}`]],
  ])('%s', async (_, method, params) => {
    const { status, body } = await call(method, params)
    expect([status, body.error]).toEqual([200, expect.objectContaining(INVALID)])
  })

  test('a transaction that nobody knows', async () => {
    const { body } = await call('getTransaction', ['ab'.repeat(32)])
    expect(body.error).toMatchObject({ code: protocol.UNKNOWN_TRANSACTION })
  })

  test.each(['getBlock', 'latchkey_give', 'eth_blockNumber', 'constructor', '__proto__'])(
    'the method %s',
    async (method) => {
      const { body } = await call(method, [])
      expect(body.error).toMatchObject({ data: { code: protocol.RpcMethodRefusedError.code } })
    },
  )

  test('sending, from a page that is not on the list', async () => {
    const options = { origin: 'https://stranger.example' }
    const { body } = await call('sendTransaction', ['00'.repeat(60)], options)
    expect(body.error).toMatchObject({ data: { code: protocol.RpcMethodRefusedError.code } })
    expect((await call('getFeeRates', [], options)).body.result).toBeDefined()
  })

  test('more than twenty calls in one batch', async () => {
    const call = { jsonrpc: '2.0', method: 'getFeeRates', params: [] }
    const send = (count: number) =>
      service.app.request(`${API}/v1?chainId=${bitcoin.caipNetworkId}&projectId=demo`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: HOST },
        body: JSON.stringify(Array.from({ length: count }, (_, id) => ({ ...call, id }))),
      })
    expect((await send(20)).status).toBe(200)
    expect((await send(21)).status).toBe(protocol.InvalidRequestError.httpStatus)
  })

  test('what nobody answers for, in words', async () => {
    const answer = await call('getBalance', [mainnetAddress], { chain: MAINNET })
    expect(answer.status).toBe(protocol.ChainUnavailableError.httpStatus)
    expect(problemCode(answer as never)).toBe(protocol.ChainUnavailableError.code)
    const unknown = await call('getFeeRates', [], { chain: 'bip122:00000008819873e925422c1ff0f99f7c' })
    expect(problemCode(unknown as never)).toBe(protocol.UnknownNetworkError.code)
  })
})
