import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startBitcoin } from '@latchkey/testing/node'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GateFullError } from '../createGate.ts'
import { NotTakenError, TooManyError, UnknownToSourceError } from './BitcoinSource.ts'
import { createEsplora } from './createEsplora.ts'
import { transactionId } from './transactionId.ts'

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const id = 'ab'.repeat(32)

type Answer = { status?: number; body: unknown; headers?: Record<string, string> }
let server: Server
let url: string
let answers: Record<string, Answer>
let asked: string[]
let time = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { status = 200, body, headers = {} } = answers[request.url ?? ''] ?? { status: 404, body: 'no' }
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  answers = {}
  asked = []
})

const open = (change: object = {}) =>
  createEsplora({
    rpcUrls: [url],
    testnet: false,
    timeout: 5_000,
    gate: { atOnce: 8, waiting: 8, patience: 1_000 },
    now: () => time,
    ...change,
  })

const stats = (funded: unknown, spent: unknown) => ({ funded_txo_sum: funded, spent_txo_sum: spent })
const status = { confirmed: true, block_height: 7, block_time: 1_704_067_200 }

describe('what an upstream says is read strictly:', () => {
  const kept = { scriptpubkey_address: ADDRESS, value: 546 }
  const entry = { txid: id, fee: 1, status, vin: [{ prevout: kept, is_coinbase: false }], vout: [kept] }
  const none = stats(0, 0)
  test.each<[string, string, unknown]>([
    ['a part of a satoshi', '', { chain_stats: stats(1.5, 0), mempool_stats: none }],
    ['an amount as text', '', { chain_stats: stats('1', 0), mempool_stats: none }],
    ['more than numbers hold', '', { chain_stats: stats(2 ** 53, 0), mempool_stats: none }],
    ['more spent than there was', '', { chain_stats: stats(1, 2), mempool_stats: none }],
    ['a page of a site', '', '<h1>no</h1>'],
    ['nothing', '', null],
    ['an amount below nothing', '/utxo', [{ txid: id, vout: 0, value: -1, status }]],
    ['a hash in another form', '/utxo', [{ txid: `0x${id}`, vout: 0, value: 1, status }]],
    ['a block without a number', '/utxo', [{ txid: id, vout: 0, value: 1, status: { confirmed: true } }]],
    ['no list', '/utxo', { txid: id }],
    ['what is spent from nowhere', '/txs', [{ ...entry, vin: [{ prevout: null, is_coinbase: false }] }]],
    [
      'an address of markup',
      '/txs',
      [{ ...entry, vout: [{ ...kept, scriptpubkey_address: '<script>alert(1)' }] }],
    ],
    ['a fee below nothing', '/txs', [{ ...entry, fee: -1 }]],
  ])('not %s', async (_, part, body) => {
    answers[`/api/address/${ADDRESS}${part}`] = { body }
    const source = open()
    const read = { '': source.balance, '/utxo': source.utxos, '/txs': source.history }[part]
    await expect(read?.(ADDRESS)).rejects.toThrow('The answer has another form.')
  })

  test('coins that are new come from nobody', async () => {
    const body = [{ ...entry, vin: [{ prevout: null, is_coinbase: true }] }]
    answers[`/api/address/${ADDRESS}/txs`] = { body }
    expect(await open().history(ADDRESS)).toMatchObject([{ inputs: [], outputs: [{ value: '546' }] }])
  })

  test('what waits leaves room for what is in a block, where the next page begins', async () => {
    const waiting = Array.from({ length: 50 }, () => ({ ...entry, status: { confirmed: false } }))
    answers[`/api/address/${ADDRESS}/txs`] = {
      body: [...waiting, ...Array.from({ length: 25 }, () => entry)],
    }
    const page = await open().history(ADDRESS)
    expect([page.length, page[0]?.height, page.at(-1)?.height]).toEqual([25, null, 7])
  })

  test.each([
    [400, 'Invalid Bitcoin address', UnknownToSourceError],
    [404, 'not found', UnknownToSourceError],
    [400, 'Too many unspent transaction outputs (>500).', TooManyError],
  ])('%i %s has an error of its own', async (code, body, expected) => {
    answers[`/api/address/${ADDRESS}/utxo`] = { status: code, body }
    await expect(open().utxos(ADDRESS)).rejects.toThrow(expected)
  })
})

describe('fees', () => {
  test('of Esplora are rounded up, and the sooner never costs less', async () => {
    answers['/api/fee-estimates'] = { body: { 1: 9.2, 2: 8.01, 6: 8.3, 144: 0.4, 1008: 0.1 } }
    expect(await open().feeRates()).toEqual({ fast: 9, normal: 9, slow: 1 })
  })
  test('are those of mempool.space where there are no estimates', async () => {
    answers['/api/v1/fees/recommended'] = {
      body: { fastestFee: 12, halfHourFee: 9, hourFee: 7, economyFee: 2, minimumFee: 1 },
    }
    expect(await open().feeRates()).toEqual({ fast: 12, normal: 7, slow: 2 })
  })
  test('are the least where nothing waits, and unknown on a network with worth', async () => {
    answers['/api/fee-estimates'] = { body: {} }
    expect(await open({ testnet: true }).feeRates()).toEqual({ fast: 1, normal: 1, slow: 1 })
    await expect(open().feeRates()).rejects.toThrow('no estimates')
  })
  test.each([[{ 1: 100_001, 6: 1, 144: 1 }], [{ 1: -1, 6: 1, 144: 1 }], [{ fast: 1 }], [[]]])(
    'are none: %j',
    async (body) => {
      answers['/api/fee-estimates'] = { body }
      await expect(open().feeRates()).rejects.toThrow()
    },
  )
})

describe('a transaction', () => {
  test('has the id that its bytes have, whoever says otherwise', async () => {
    const { chain, stop } = await startBitcoin()
    const given = chain.find(chain.give(ADDRESS, 1_000n))
    await stop()
    const first = chain.blocks[0]?.transactions[0]
    if (!given || !first) throw new Error('The chain has made no transaction.')
    const hex = given.transaction.toHex()
    expect(given.transaction.hasWitnesses()).toBe(true)
    expect(transactionId(hex)).toBe(given.txid)
    expect(transactionId(first.transaction.toHex())).toBe(first.txid)
    expect(transactionId(`${hex}00`)).toBeNull()
    expect(transactionId(hex.slice(0, -2))).toBeNull()

    const told = { txid: given.txid, fee: 141, status }
    answers[`/api/tx/${given.txid}`] = { body: told }
    answers[`/api/tx/${given.txid}/hex`] = { body: hex }
    expect(await open().transaction(given.txid)).toEqual({ hex, fee: '141', height: 7 })
    answers[`/api/tx/${given.txid}/hex`] = { body: first.transaction.toHex() }
    await expect(open().transaction(given.txid)).rejects.toThrow('another transaction')

    answers['/api/tx'] = { body: id }
    await expect(open().send(hex)).rejects.toThrow('another transaction')
    const refused = (message: string) => ({
      status: 400,
      body: `sendrawtransaction RPC error: {"code":-26,"message":"${message}"}`,
    })
    answers['/api/tx'] = refused('min relay fee not met, 1 < 110<b>\u202e')
    await expect(open().send(hex)).rejects.toThrow(new NotTakenError('min relay fee not met, 1 110b'))
    for (const known of [
      'txn-already-in-mempool',
      'txn-already-known',
      'Transaction already in block chain',
    ]) {
      answers['/api/tx'] = refused(known)
      expect(await open().send(hex)).toBe(given.txid)
    }
  })

  test('of any bytes is one or none', async () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex')
        return transactionId(hex) === null || /^[0-9a-f]{64}$/.test(transactionId(hex) ?? '')
      }),
    )
    await expect(open().send('00'.repeat(60))).rejects.toThrow(NotTakenError)
    expect(asked).toEqual([])
  })
})

describe('an upstream', () => {
  test('that fails is passed over, and left alone after a while', async () => {
    const body = { 1: 1, 6: 1, 144: 1 }
    answers['/api/fee-estimates'] = { status: 429, body: 'slow down' }
    answers['/other/fee-estimates'] = { body }
    const source = open({ rpcUrls: [url, url.replace('/api/', '/other')] })
    for (let index = 0; index < 7; index++) expect(await source.feeRates()).toBeDefined()
    const tries = () => asked.filter((line) => line === 'GET /api/fee-estimates').length
    expect(tries()).toBe(5)
    time += 10_000
    answers['/api/fee-estimates'] = { body }
    await source.feeRates()
    expect(tries()).toBe(6)
  })

  test('is not left alone for what is longer than is read: that is of what was asked', async () => {
    answers[`/api/address/${ADDRESS}/txs`] = { body: 'x'.repeat(12 * 1_048_576 + 1) }
    answers['/other/fee-estimates'] = { body: {} }
    const source = open({ rpcUrls: [url, url.replace('/api/', '/other')] })
    for (let index = 0; index < 5; index++)
      await expect(source.history(ADDRESS)).rejects.toThrow(TooManyError)
    // No other one is asked the same.
    expect(new Set(asked)).toEqual(new Set([`GET /api/address/${ADDRESS}/txs`]))
    answers['/api/fee-estimates'] = { body: { 1: 1, 6: 1, 144: 1 } }
    expect(await source.feeRates()).toEqual({ fast: 1, normal: 1, slow: 1 })
  })

  test('leads nowhere else, and keeps its key', async () => {
    answers['/api/fee-estimates?key=a'] = { status: 302, body: '', headers: { location: '/api/elsewhere' } }
    await expect(open({ rpcUrls: [`${url}?key=a`] }).feeRates()).rejects.toThrow('status 302')
    expect(asked).toEqual(['GET /api/fee-estimates?key=a'])
  })

  test('that is full refuses at once', async () => {
    const source = open({ gate: { atOnce: 0, waiting: 0, patience: 1 } })
    await expect(source.feeRates()).rejects.toThrow(GateFullError)
  })
})
