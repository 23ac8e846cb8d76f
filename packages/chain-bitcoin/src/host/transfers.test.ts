import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Network, TransferAbility } from '@latchkey/core'
import { OutScript } from '@scure/btc-signer'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { addressOf } from '../decode/account/addresses.ts'
import { readPsbt } from '../decode/psbt/readPsbt.ts'
import { createTransfer, leastAmountTo } from '../decode/transfer/createTransfer.ts'
import { MOST_SATOSHIS } from '../model/amounts.ts'
import type { BitcoinChain } from '../model/chainIds.ts'
import { bitcoinAdapter } from './bitcoinAdapter.ts'
import { bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet } from './networks.ts'
import { createTransfers } from './transfers.ts'

const OWN = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const FRIEND = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'
const HASH = 'ab'.repeat(32)
const offline = createTransfers({ apiOrigin: 'http://127.0.0.1:9', projectId: 'demo' })
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

type Coin = { txid: string; vout: number; value: string; height: number | null }
type Rates = { slow: number; normal: number; fast: number }
const coin = (value: bigint | string, at = 0, height: number | null = 7): Coin => ({
  ...{ txid: at.toString(16).padStart(64, '0'), vout: 0, value: `${value}`, height },
})

/** A service that tells of these coins and rates; what it tells can change. */
async function serve(told: { coins?: readonly Coin[]; rates?: Rates }): Promise<TransferAbility> {
  const server = createServer(async (request, response) => {
    const body: Buffer[] = []
    for await (const part of request) body.push(part as Buffer)
    const { method } = JSON.parse(Buffer.concat(body).toString())
    const result = method === 'getUtxos' ? told.coins : told.rates
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createTransfers({ apiOrigin: `http://127.0.0.1:${port}`, projectId: 'demo' })
}

const NETWORKS = { mainnet: bitcoin, testnet: bitcoinTestnet, signet: bitcoinSignet, regtest: bitcoinRegtest }
type Chain = keyof typeof NETWORKS & BitcoinChain
const network = bitcoinRegtest as Network
const from = { network, from: OWN }

const sized = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
/** A key that taproot takes: the generator's. */
const KEY = Uint8Array.from(
  Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
)
const script = fc.oneof(
  sized(20).map((hash) => OutScript.encode({ type: 'pkh', hash })),
  sized(20).map((hash) => OutScript.encode({ type: 'sh', hash })),
  sized(20).map((hash) => OutScript.encode({ type: 'wpkh', hash })),
  sized(32).map((hash) => OutScript.encode({ type: 'wsh', hash })),
  fc.constant(OutScript.encode({ type: 'tr', pubkey: KEY })),
)
const chain = fc.constantFrom(...(Object.keys(NETWORKS) as Chain[]))
const written = (bytes: Uint8Array, name: BitcoinChain) => addressOf(bytes, name) ?? ''

describe('an address', () => {
  it('of the network is taken, in its usual form; with a letter changed it is none', async () => {
    await fc.assert(
      fc.asyncProperty(script, chain, fc.nat(90), async (bytes, name, place) => {
        const address = written(bytes, name)
        expect(await offline.normalize(address, NETWORKS[name])).toBe(address)
        const at = place % address.length
        const changed = `${address.slice(0, at)}${address[at] === '3' ? '4' : '3'}${address.slice(at + 1)}`
        expect(await offline.normalize(changed, NETWORKS[name])).toBeUndefined()
      }),
    )
    expect(await offline.normalize(OWN.toUpperCase(), network)).toBe(OWN)
  })

  it('of another network is refused, but for test networks that share theirs', async () => {
    await fc.assert(
      fc.asyncProperty(script, chain, chain, async (bytes, name, other) => {
        const address = written(bytes, name)
        const isShared = address === written(bytes, other)
        expect(await offline.normalize(address, NETWORKS[other])).toBe(isShared ? address : undefined)
      }),
    )
  })

  it('of Ethereum, a name and nothing are none', async () => {
    for (const text of ['0x52908400098527886E0F7030069857D2E4169EE7', 'ada.eth', '', `${OWN} `])
      expect(await offline.normalize(text, network)).toBeUndefined()
  })
})

describe('a request', () => {
  const ask = (to: string, amount: bigint, on: Network = network, payer = OWN) =>
    (async () => offline.request({ network: on, from: payer, to, amount }))()

  it('asks the wallet in whole satoshis, from the account that is named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 546n, max: MOST_SATOSHIS }), async (amount) => {
        expect(await ask(FRIEND, amount)).toEqual({
          method: 'sendTransfer',
          params: { account: OWN, recipientAddress: FRIEND, amount: amount.toString() },
        })
      }),
    )
  })

  it('of less than nodes pass on is refused, as the wallet refuses it', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (bytes) => {
        const to = written(bytes, 'regtest')
        const least = leastAmountTo(to, 'regtest') ?? 0n
        await expect(ask(to, least - 1n)).rejects.toMatchObject({ code: 7204 })
        expect(await ask(to, least)).toMatchObject({ params: { amount: least.toString() } })
      }),
    )
  })

  it.each([
    ['to another network’s address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', network, OWN],
    ['from another network’s account', FRIEND, network, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['on a network that is not known', FRIEND, { ...network, caipNetworkId: 'bip122:00' } as Network, OWN],
  ])('%s is refused', async (_, to, on, payer) => {
    await expect(ask(to, 10_000n, on, payer)).rejects.toMatchObject({ code: 7202 })
  })

  it('is answered with the id of a transaction, or with nothing that counts', () => {
    expect(offline.readHash?.({ txid: HASH })).toBe(HASH)
    for (const answer of [HASH, null, {}, { txid: 7 }, { txid: '' }, { txid: `0x${HASH}` }, { hash: HASH }])
      expect(offline.readHash?.(answer)).toBeUndefined()
  })
})

/** What the embedded wallet makes of it, at one rate; undefined: there is not enough. */
function made(coins: readonly Coin[], to: string, amount: bigint, rate: number): bigint | undefined {
  const inputs = coins.map(({ txid, vout, value }) => ({ txid, vout, amount: BigInt(value) }))
  try {
    const asked = { chain: 'regtest', from: OWN, coins: inputs, to, amount, feeRate: BigInt(rate) } as const
    return readPsbt(createTransfer(asked)).fee
  } catch (error) {
    expect(error).toMatchObject({ code: 7203 })
    return undefined
  }
}
const rates = fc
  .tuple(fc.integer({ min: 1, max: 300 }), fc.nat(200), fc.nat(200))
  .map(([slow, more, most]): Rates => ({ slow, normal: slow + more, fast: slow + more + most }))
const coins = fc
  .array(fc.tuple(fc.bigInt({ min: 1n, max: 400_000n }), fc.boolean()), { minLength: 1, maxLength: 12 })
  .map((some) => some.map(([value, isSettled], at) => coin(value, at, isSettled ? 7 : null)))

describe('the fee', () => {
  it('is the most that the wallet takes at any of its speeds', async () => {
    const told: { coins: readonly Coin[]; rates: Rates } = {
      coins: [],
      rates: { slow: 1, normal: 1, fast: 1 },
    }
    const transfers = await serve(told)
    const amount = fc.bigInt({ min: 546n, max: 1_000_000n })
    await fc.assert(
      fc.asyncProperty(coins, rates, script, amount, async (some, speeds, bytes, units) => {
        Object.assign(told, { coins: some, rates: speeds })
        const to = written(bytes, 'regtest')
        const settled = some.filter(({ height }) => height !== null)
        const fees = Object.values(speeds).flatMap(
          (rate) => made(settled, to, units, rate) ?? made(some, to, units, rate) ?? [],
        )
        const asked = transfers.estimateFee({ ...from, to, amount: units })
        if (fees.length === 0) await expect(asked).rejects.toMatchObject({ code: 7203 })
        else expect(await asked).toBe(fees.reduce((most, fee) => (fee > most ? fee : most)))
      }),
      { numRuns: 60 },
    )
  })

  it('of an amount that no node passes on is not asked for', async () => {
    await expect(offline.estimateFee({ ...from, to: FRIEND, amount: 293n })).rejects.toMatchObject({
      code: 7204,
    })
  })

  it.each([
    ['a fraction', { coins: [coin('1.5')], rates: { slow: 1, normal: 1, fast: 1 } }],
    ['rates upside down', { coins: [coin('90000')], rates: { slow: 3, normal: 2, fast: 1 } }],
    ['nothing', {}],
  ])('is unknown where the service tells %s', async (_, told) => {
    const transfers = await serve(told)
    await expect(transfers.estimateFee({ ...from, to: FRIEND, amount: 10_000n })).rejects.toMatchObject({
      code: 7206,
    })
  })
})

describe('all that can be sent', () => {
  it('is what the wallet can pay at each speed, and a satoshi more is too much at the highest', async () => {
    const told: { coins: readonly Coin[]; rates: Rates } = {
      coins: [],
      rates: { slow: 1, normal: 1, fast: 1 },
    }
    const transfers = await serve(told)
    await fc.assert(
      fc.asyncProperty(coins, rates, script, async (some, speeds, bytes) => {
        Object.assign(told, { coins: some, rates: speeds })
        const to = written(bytes, 'regtest')
        const held = some.reduce((sum, { value }) => sum + BigInt(value), 0n)
        const most = held - ((await transfers.reserve?.({ ...from, to })) ?? 0n)
        const unknown = held - ((await transfers.reserve?.({ ...from, to: undefined })) ?? 0n)
        expect(unknown).toBeLessThanOrEqual(most)
        fc.pre(most >= 546n)
        for (const rate of Object.values(speeds)) expect(made(some, to, most, rate)).toBeDefined()
        expect(made(some, to, most + 1n, speeds.fast)).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })
})

describe('a payment link (BIP-21)', () => {
  it.each([
    [`bitcoin:${FRIEND}`, { to: FRIEND }],
    [`BITCOIN:${FRIEND.toUpperCase()}`, { to: FRIEND.toUpperCase() }],
    [`bitcoin:${FRIEND}?amount=0.0001&label=Ada&message=Tea`, { to: FRIEND, amount: 10_000n }],
    [
      'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=21',
      { to: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', amount: 2_100_000_000n },
    ],
    [`bitcoin:${FRIEND}?amount=1e3`, undefined],
    [`bitcoin:${FRIEND}?amount=-1`, undefined],
    [`bitcoin:${FRIEND}?amount=0.000000001`, undefined],
    [`bitcoin:${FRIEND}?amount=1&amount=2`, undefined],
    [`bitcoin:${FRIEND}?req-somethingyoudontunderstand=50`, undefined],
    ['bitcoin:', undefined],
    ['bitcoin:?amount=1', undefined],
    [`ethereum:${FRIEND}`, undefined],
    [`bitcoin:${FRIEND}?label=${'a'.repeat(2_048)}`, undefined],
  ])('%#', (text, link) => expect(offline.readLink(text)).toEqual(link))

  it('is what the adapter makes of an address', () => {
    const adapter = bitcoinAdapter({ apiOrigin: 'http://127.0.0.1:9', projectId: 'demo' })
    expect(offline.readLink(adapter.receiveLink?.(OWN) ?? '')).toEqual({ to: OWN })
  })
})
