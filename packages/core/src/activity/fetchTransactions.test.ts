import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../connection/connect.ts'
import { applyNetwork } from '../connection/switchNetwork.ts'
import type { Transaction } from '../interfaces/Activity.ts'
import { ADDRESS, connectFake } from '../testing/fakeConnector.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import { activityOf, fetchTransactions } from './fetchTransactions.ts'
import { activitySource } from './hasActivity.ts'

const HISTORY = `GET /v1/account/${ADDRESS}/history`
const OF = `eip155:1:${ADDRESS}`

let service: FakeService
beforeEach(async () => {
  service = await fakeService()
})
afterEach(() => service.stop())

async function make() {
  const made = testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
    adapters: [() => ({ namespace: 'eip155', isAddress: () => true })],
  })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return made.config
}
const coin = {
  fungible_info: { name: 'Ether', symbol: 'ETH' },
  direction: 'in',
  quantity: { numeric: '1' },
} as const
const gift = (is_spam: boolean) =>
  ({ nft_info: { name: '#1', flags: { is_spam } }, direction: 'in', quantity: { numeric: '1' } }) as const
const transaction = (
  digit: string,
  transfers: Transaction['transfers'] = [coin],
  chain = 'eip155:1',
): Transaction => ({
  id: `${chain}:${digit}`,
  metadata: {
    operationType: 'receive',
    hash: `0x${digit.repeat(64)}`,
    chain,
    minedAt: '2026-01-02T03:04:05.000Z',
    sentFrom: ADDRESS,
    sentTo: ADDRESS,
    status: 'confirmed',
    nonce: 1,
  },
  transfers,
})
const page = (data: Transaction[], next: string | null = null) => ({ body: { data, next } })
const shown = (config: Awaited<ReturnType<typeof make>>) => activityOf(config).getState().byAccount[OF]
const ids = (config: Awaited<ReturnType<typeof make>>) =>
  shown(config)
    ?.transactions?.map(({ id }) => id.slice(-1))
    .join('')

describe('fetchTransactions', () => {
  it('R4-83 R4-84 R7-6 R7-7 reads by cursor, and appends what follows', async () => {
    service.answer(HISTORY, page([transaction('a')], 'next'), page([transaction('a'), transaction('b')]))
    const config = await make()
    await fetchTransactions(config)
    await fetchTransactions(config, { more: true })
    expect(ids(config)).toBe('ab')
    expect(shown(config)).toMatchObject({ next: null, status: 'idle' })
    expect(service.requests.map(({ query }) => [query.get('chainId'), query.get('cursor')])).toEqual([
      ['eip155:1', null],
      ['eip155:1', 'next'],
    ])
    await fetchTransactions(config, { more: true })
    expect(service.requests).toHaveLength(2)
  })
  it('R5-46 leaves out what moved nothing but spam, and counts it', async () => {
    service.answer(
      HISTORY,
      page([
        transaction('a', [gift(true), gift(true)]),
        transaction('b', [gift(true), gift(false)]),
        transaction('c', [gift(true), coin]),
        transaction('d', []),
      ]),
    )
    const config = await make()
    await fetchTransactions(config)
    expect([ids(config), shown(config)?.hidden]).toEqual(['bcd', 1])
  })
  it('a page with nothing to show is followed by the next one, not for ever', async () => {
    service.answer(HISTORY, page([transaction('a', [gift(true)])], 'next'))
    const config = await make()
    await fetchTransactions(config)
    expect(service.requests).toHaveLength(5)
    expect(shown(config)).toMatchObject({ transactions: [], next: 'next', hidden: 5 })
  })
  it('R5-47 shows those of the active network alone', async () => {
    service.answer(HISTORY, page([transaction('a'), transaction('b', [coin], 'eip155:8453')]))
    const config = await make()
    await fetchTransactions(config)
    expect(ids(config)).toBe('a')
  })
  it.each([
    ['in trouble', { status: 503 }],
    ['without sense', { text: '{"data":[{"id":"<b>"}],"next":null}' }],
    ['cut off', 'cut'],
  ] as const)('R8-11 a service %s: the list is empty and begins anew', async (_, answer) => {
    service.answer(HISTORY, page([transaction('a')], 'next'), answer, page([transaction('c')]))
    const config = await make()
    await fetchTransactions(config)
    const failure = fetchTransactions(config, { more: true })
    await expect(failure).rejects.toThrow('Failed to fetch transactions')
    await expect(failure).rejects.toMatchObject({ code: 5230 })
    expect(shown(config)).toMatchObject({ transactions: undefined, next: null, status: 'failed' })
    await fetchTransactions(config, { more: true })
    expect(ids(config)).toBe('c')
    expect(service.requests.at(-1)?.query.get('cursor')).toBeNull()
  })
  it('R8-19 without an account nobody is asked', async () => {
    const { config } = testConfig()
    await expect(fetchTransactions(config)).rejects.toThrow(
      "Transactions can't be fetched without an accountAddress",
    )
  })
  it('R9-39 R8-11 no network but those of EVM has any', async () => {
    const config = await make()
    config.networks.setState({ activeId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
    await expect(fetchTransactions(config)).rejects.toThrow()
    expect(service.requests).toHaveLength(0)
  })
  it('R1-14 of an account that is not the service’s, an explorer tells where there is one; else nobody is asked', async () => {
    service.answer(HISTORY, page([transaction('a')]))
    const config = await make()
    expect(activitySource(config)).toBe('service')
    // A wallet that signs nobody in.
    config.connectors.setState(({ connectors }) => ({
      connectors: connectors.map(({ identity: _, ...connector }) => connector),
    }))
    config.features.setState({ historyNetworks: ['eip155:1'] })
    expect(activitySource(config)).toBe('explorer')
    await fetchTransactions(config)
    expect(ids(config)).toBe('a')
    for (const historyNetworks of [['eip155:8453'], false, undefined] as const) {
      config.features.setState({ historyNetworks })
      expect(activitySource(config)).toBeUndefined()
      await expect(fetchTransactions(config)).rejects.toMatchObject({ code: 5230 })
    }
    expect(service.requests).toHaveLength(1)
  })
  it('an adapter that asks the network is asked instead of the service, and page by page', async () => {
    const config = await make()
    const pages = [
      { transactions: [transaction('a')], next: 'a' },
      { transactions: [transaction('a'), transaction('b')], next: null },
    ]
    const asked: (string | null)[] = []
    Object.assign(config.adapters.eip155 ?? {}, {
      async getTransactions({ cursor }: { cursor: string | null }) {
        asked.push(cursor)
        const page = pages.shift()
        if (!page) throw new Error('no')
        return page
      },
    })
    expect(activitySource(config)).toBe('network')
    await fetchTransactions(config)
    await fetchTransactions(config, { more: true })
    expect([ids(config), asked]).toEqual(['ab', [null, 'a']])
    await expect(fetchTransactions(config)).rejects.toMatchObject({ code: 5230 })
    expect(shown(config)?.status).toBe('failed')
    expect(service.requests).toHaveLength(0)
  })
  it('an answer for a network that was left is not shown on the other', async () => {
    service.answer(HISTORY, page([transaction('a')]))
    const config = await make()
    const work = fetchTransactions(config)
    applyNetwork(config, 'eip155:8453')
    await work
    expect(Object.keys(activityOf(config).getState().byAccount)).toEqual([OF])
  })
})
