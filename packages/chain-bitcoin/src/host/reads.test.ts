import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChainAdapter, Network } from '@latchkey/core'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { MOST_SATOSHIS, toBitcoin, toSatoshis } from '../model/amounts.ts'
import { bitcoinAdapter } from './bitcoinAdapter.ts'
import { bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet } from './networks.ts'

const OWN = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const FRIEND = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

type Call = { method: string; params: unknown[] }

/** A service that answers each call so; undefined: never. */
async function serve(answer: (call: Call) => unknown): Promise<{ adapter: ChainAdapter; asked: URL[] }> {
  const asked: URL[] = []
  const server = createServer(async (request, response) => {
    asked.push(new URL(request.url ?? '', 'http://service'))
    const body: Buffer[] = []
    for await (const part of request) body.push(part as Buffer)
    const told = answer(JSON.parse(Buffer.concat(body).toString()))
    if (told !== undefined) response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, ...(told as object) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { adapter: bitcoinAdapter({ apiOrigin: `http://127.0.0.1:${port}`, projectId: 'demo' }), asked }
}
const told = (result: unknown) => () => ({ result })
const at = { network: bitcoinRegtest as Network, address: OWN }

describe('a balance', () => {
  it('is what is in blocks without what was sent since; what is on its way stands beside it', async () => {
    const { adapter, asked } = await serve(told({ confirmed: '12345678', unconfirmed: '1' }))
    expect(await adapter.getBalance?.(at)).toBe('0.12345678')
    expect(await adapter.getTokens?.(at)).toEqual([
      {
        ...{ name: 'Bitcoin', symbol: 'BTC', chainId: bitcoinRegtest.caipNetworkId },
        quantity: { decimals: '8', numeric: '0.12345678', pending: '0.00000001' },
      },
    ])
    expect(asked[0]?.pathname).toBe('/v1')
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      chainId: bitcoinRegtest.caipNetworkId,
      projectId: 'demo',
    })
    const spent = await serve(told({ confirmed: '60000', unconfirmed: '-11000' }))
    const [token] = (await spent.adapter.getTokens?.(at)) ?? []
    expect(token).toMatchObject({ quantity: { numeric: '0.00049' } })
    expect(token?.quantity).not.toHaveProperty('pending')
  })

  it('is worth what the service says of mainnet’s coin, and nothing is said of any other', async () => {
    const balance = { confirmed: '150000000', unconfirmed: '0' }
    const priceOf = async (price: unknown, network: Network = bitcoin as Network) => {
      const { adapter, asked } = await serve(({ method }) =>
        method === 'getPrice' ? price : { result: balance },
      )
      const [token] = (await adapter.getTokens?.({ network, address: OWN })) ?? []
      return [token?.quantity.numeric, token?.price, asked.length]
    }
    expect(await priceOf({ result: { usd: 64_321.5 } })).toEqual(['1.5', 64_321.5, 2])
    expect(await priceOf({ result: { usd: null } })).toEqual(['1.5', undefined, 2])
    for (const wrong of [{ result: { usd: -1 } }, { result: 1 }, { error: { code: 1, message: 'no' } }])
      expect(await priceOf(wrong)).toEqual(['1.5', undefined, 2])
    expect(await priceOf({ result: { usd: 64_321.5 } }, bitcoinSignet as Network)).toEqual([
      ...['1.5', undefined, 1],
    ])
  })

  it('is whole satoshis, however much there is', async () => {
    let answer = { confirmed: '0', unconfirmed: '0' }
    const { adapter } = await serve(() => ({ result: answer }))
    const amount = fc.bigInt({ min: 0n, max: MOST_SATOSHIS })
    await fc.assert(
      fc.asyncProperty(amount, amount, async (confirmed, spent) => {
        fc.pre(spent <= confirmed)
        answer = { confirmed: `${confirmed}`, unconfirmed: spent === 0n ? '0' : `-${spent}` }
        expect(toSatoshis((await adapter.getBalance?.(at)) ?? '')).toBe(confirmed - spent)
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['more spent than there is', { result: { confirmed: '1', unconfirmed: '-2' } }],
    ['a float', { result: { confirmed: 0.5, unconfirmed: 0 } }],
    ['an exponent', { result: { confirmed: '1e3', unconfirmed: '0' } }],
    ['something more', { result: { confirmed: '1', unconfirmed: '0', more: 1 } }],
    ['an error', { error: { code: -32_000, message: 'no' } }],
    ['nothing', {}],
  ])('of %s is none', async (_, answer) => {
    const { adapter } = await serve(() => answer)
    await expect(adapter.getBalance?.(at)).rejects.toMatchObject({ code: 7206 })
  })

  it('that does not come is given up when one leaves', async () => {
    const leaving = new AbortController()
    const { adapter } = await serve(() => void leaving.abort())
    const asked = adapter.getBalance?.({ ...at, signal: leaving.signal })
    await expect(asked).rejects.toMatchObject({ code: 7206 })
  })
})

const id = (digit: string) => digit.repeat(64)
const paid = (address: string | null, value: string) => ({ address, value })
const entry = (change: object) => ({
  ...{ txid: id('a'), time: 1_767_323_045, fee: '300', height: 7 },
  ...{ inputs: [paid(FRIEND, '10300')], outputs: [paid(OWN, '10000')] },
  ...change,
})
const historyOf = async (...entries: object[]) => {
  const { adapter } = await serve(told(entries))
  return (await adapter.getTransactions?.({ ...at, cursor: null })) ?? { transactions: [], next: null }
}

describe('the activity', () => {
  it.each<[string, object, ...moved: string[]]>([
    ['what came', {}, 'receive', 'in', '0.0001', FRIEND, OWN],
    [
      'what was sent, without change and fee',
      { inputs: [paid(OWN, '60000')], outputs: [paid(FRIEND, '10000'), paid(OWN, '49700')] },
      ...['send', 'out', '0.0001', OWN, FRIEND],
    ],
    [
      'what was moved to oneself',
      { inputs: [paid(OWN, '60000')], outputs: [paid(null, '0'), paid(OWN, '59700')] },
      ...['send', 'self', '0.000597', OWN, ''],
    ],
    ['coins that are new', { inputs: [], fee: '0' }, 'receive', 'in', '0.0001', '', OWN],
    [
      'a share of what several have paid',
      { inputs: [paid(OWN, '5000'), paid(FRIEND, '5300')], outputs: [paid(FRIEND, '10000')] },
      ...['send', 'out', '0.00005', OWN, FRIEND],
    ],
  ])('tells %s', async (_, change, ...moved) => {
    const [operationType, direction, numeric, sentFrom, sentTo] = moved
    const { transactions } = await historyOf(entry(change))
    expect(transactions).toEqual([
      {
        id: `${bitcoinRegtest.caipNetworkId}:${id('a')}`,
        metadata: {
          ...{
            chain: bitcoinRegtest.caipNetworkId,
            hash: id('a'),
            nonce: 0,
            operationType,
            sentFrom,
            sentTo,
          },
          ...{ minedAt: '2026-01-02T03:04:05.000Z', status: 'confirmed' },
        },
        transfers: [{ fungible_info: { name: 'Bitcoin', symbol: 'BTC' }, direction, quantity: { numeric } }],
      },
    ])
  })

  it('loses no satoshi: what came in and went out is what is there', async () => {
    const value = fc.bigInt({ min: 0n, max: MOST_SATOSHIS / 4n })
    await fc.assert(
      fc.asyncProperty(value, value, async (sent, change) => {
        const outputs = [paid(FRIEND, `${sent}`), paid(OWN, `${change}`)]
        const { transactions } = await historyOf(
          entry({ inputs: [paid(OWN, `${sent + change + 300n}`)], outputs }),
        )
        const [{ direction, quantity } = { direction: 'in', quantity: { numeric: '' } }] =
          transactions[0]?.transfers ?? []
        expect([direction, quantity.numeric]).toEqual(
          sent > 0n ? ['out', toBitcoin(sent)] : ['self', toBitcoin(change)],
        )
      }),
      { numRuns: 20 },
    )
  })

  it('begins with what waits, and goes on after the last that is in a block', async () => {
    const waiting = entry({ txid: id('f'), height: null, time: null })
    const mined = [...'0123456789'].map((digit) => entry({ txid: id(digit) }))
    const first = await historyOf(waiting, ...mined)
    expect(first.transactions[0]?.metadata).toMatchObject({ status: 'pending', hash: id('f') })
    expect(first.next).toBe(id('9'))
    expect((await historyOf(waiting, ...mined.slice(1))).next).toBeNull()
    let params: unknown[] = []
    const { adapter } = await serve((call) => {
      params = call.params
      return { result: [] }
    })
    expect(await adapter.getTransactions?.({ ...at, cursor: id('9') })).toEqual({
      ...{ transactions: [], next: null },
    })
    expect(params).toEqual([OWN, id('9')])
  })

  it('tells how the wallet is asked to speed up what waits, where the account alone has paid', async () => {
    const waits = { height: null, time: null }
    const askedOf = async (change: object, address = OWN) => {
      const { adapter } = await serve(
        told([entry({ ...waits, inputs: [paid(address, '10300')], ...change })]),
      )
      const page = await adapter.getTransactions?.({ ...at, address, cursor: null })
      return page?.transactions[0]?.speedUp
    }
    expect(await askedOf({})).toEqual({
      ...{ method: 'latchkey_speedUpTransfer', params: { account: OWN, txid: id('a') } },
    })
    expect(await askedOf({ height: 7, time: 1 })).toBeUndefined()
    expect(await askedOf({ inputs: [paid(OWN, '1'), paid(FRIEND, '1')] })).toBeUndefined()
    expect(await askedOf({ inputs: [] })).toBeUndefined()
    const ordinal = 'bcrt1p8ujjp6rlj8vhlp0h6xzn722glk7jv5u7pev7c024v9m8ux29nq0qzz070h'
    expect(await askedOf({}, ordinal)).toBeUndefined()
  })

  it('in another form, or at a time that no calendar has, is none', async () => {
    for (const change of [{ time: Number.MAX_SAFE_INTEGER }, { fee: 1 }, { txid: '<b>' }])
      await expect(historyOf(entry(change))).rejects.toMatchObject({ code: 7206 })
  })
})

describe('an address', () => {
  it.each([
    [bitcoin, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
    [bitcoin, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', true],
    [bitcoin, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', false],
    [bitcoin, OWN, false],
    [bitcoinTestnet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', true],
    [bitcoinSignet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', true],
    [bitcoinTestnet, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', true],
    [bitcoinRegtest, OWN, true],
    [bitcoinRegtest, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', false],
  ] as const)('%# is one of a network, or not', async (network, address, expected) => {
    const { adapter } = await serve(told(null))
    expect(adapter.isAddressOn?.(network as Network, address)).toBe(expected)
    expect(adapter.receiveLink?.(address)).toBe(`bitcoin:${address}`)
  })
})
