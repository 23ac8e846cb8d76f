import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConfigParameters } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import { fetchWallets } from './fetchWallets.ts'

let service: FakeService
const ROUTE = 'GET /getWallets'
const RAIN = { id: 'me.rain', name: 'Rain', image_id: 'a1', chains: ['eip155:1'], order: 1 }
const configOf = (parameters: Partial<ConfigParameters> = {}) =>
  testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
    sdk: { type: 'react', version: '0.1.0' },
    ...parameters,
  }).config
const asked = () => Object.fromEntries(service.requests.at(-1)?.query ?? [])

beforeAll(async () => {
  service = await fakeService()
})
beforeEach(() => {
  service.requests.length = 0
  service.answer(ROUTE, { body: { data: [RAIN], count: 41 } })
})
afterAll(() => service.stop())

describe('the question', () => {
  it('R7-28 R7-31 names project, sdk, page, search and the networks of the page', async () => {
    await fetchWallets(configOf(), { page: 1, entries: 40, search: ' rain & bow ' })
    expect(asked()).toEqual({
      projectId: 'test',
      st: 'react',
      sv: 'react-0.1.0',
      page: '1',
      entries: '40',
      chains: 'eip155:1,eip155:8453',
      search: 'rain & bow',
    })
    expect(service.requests).toHaveLength(1)
  })

  it('R7-31 names what the page includes and excludes, without ids that nobody can have', async () => {
    const config = configOf({ includeWalletIds: ['a', 'b', 'b', 'c,d'], excludeWalletIds: ['e', '<e>'] })
    await fetchWallets(config, { page: 2, entries: 40 })
    expect(asked()).toMatchObject({ include: 'a,b', exclude: 'e', page: '2' })
    await fetchWallets(config, { page: 1, entries: 4, include: ['b', 'z'] })
    expect(asked()).toMatchObject({ include: 'b' })
  })

  it('asks nothing when no wallet can be the answer', async () => {
    const config = configOf({ includeWalletIds: ['a'] })
    const none = { wallets: [], count: 0, hasMore: false }
    expect(await fetchWallets(config, { page: 1, entries: 4, include: ['z'] })).toEqual(none)
    expect(await fetchWallets(configOf(), { page: 1, entries: 4, include: [] })).toEqual(none)
    expect(service.requests).toHaveLength(0)
  })

  it('names each namespace, however many networks there are', async () => {
    const config = configOf()
    const [first] = config.networks.getState().networks
    const many = Array.from({ length: 80 }, (_, id) => ({ ...first, caipNetworkId: `eip155:${id + 1}` }))
    const networks = [...many, { ...first, caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }]
    config.networks.setState({ networks: networks as Network[] })
    await fetchWallets(config, { page: 1, entries: 40 })
    const chains = asked().chains?.split(',') ?? []
    expect(chains).toHaveLength(50)
    expect(chains).toContain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  })
})

describe('the answer', () => {
  it('R3-61 R7-32 R7-33 has wallets, each with the address of its picture, and how many there are', async () => {
    const page = await fetchWallets(configOf(), { page: 1, entries: 40 })
    const { order: _, ...rain } = RAIN
    const image_url = `${service.origin}/getWalletImage/a1?projectId=test&st=react&sv=react-0.1.0`
    expect(page).toEqual({ wallets: [{ ...rain, image_url }], count: 41, hasMore: true })
  })

  it('has no further page after the last, nor after an empty one', async () => {
    expect((await fetchWallets(configOf(), { page: 2, entries: 40 })).hasMore).toBe(false)
    service.answer(ROUTE, { body: { data: [], count: 1_000 } })
    expect((await fetchWallets(configOf(), { page: 1, entries: 40 })).hasMore).toBe(false)
  })

  it.each([
    ['a list', []],
    ['no count', { data: [] }],
    ['a count below zero', { data: [], count: -1 }],
    ['more than was asked', { data: Array.from({ length: 10_000 }, () => RAIN), count: 10_000 }],
  ])('refuses %s', async (_, body) => {
    service.answer(ROUTE, { body })
    await expect(fetchWallets(configOf(), { page: 1, entries: 40 })).rejects.toMatchObject({ code: 5082 })
  })

  it('is read without what a service of a later version has added', async () => {
    service.answer(ROUTE, { body: { data: [{ ...RAIN, later: 1 }], count: 1, later: {} } })
    const { wallets, count } = await fetchWallets(configOf(), { page: 1, entries: 40 })
    expect([wallets.map(({ id }) => id), count]).toEqual([[RAIN.id], 1])
    expect(wallets[0]).not.toHaveProperty('later')
  })

  it('refuses a text that is no JSON', async () => {
    service.answer(ROUTE, { text: '<!doctype html>' })
    await expect(fetchWallets(configOf(), { page: 1, entries: 40 })).rejects.toMatchObject({ code: 5082 })
  })
})

describe('failures', () => {
  it('says that nobody answers', async () => {
    service.answer(ROUTE, 'cut')
    await expect(fetchWallets(configOf(), { page: 1, entries: 40 })).rejects.toMatchObject({ code: 5080 })
  })

  it.each(['hang', 'half'] as const)('does not wait for ever: %s', async (answer) => {
    service.answer(ROUTE, answer)
    const wait = fetchWallets(configOf(), { page: 1, entries: 40 }, { timeout: 50 })
    await expect(wait).rejects.toMatchObject({ code: 5081 })
  })

  it('tells why the service refused', async () => {
    const body = { error: { code: 4011, message: 'Not from here.' } }
    service.answer(ROUTE, { status: 403, body })
    const wait = fetchWallets(configOf(), { page: 1, entries: 40 })
    await expect(wait).rejects.toMatchObject({ code: 5083, data: { status: 403, code: 4011 } })
    service.answer(ROUTE, { status: 502, text: 'Bad gateway' })
    const other = fetchWallets(configOf(), { page: 1, entries: 40 })
    await expect(other).rejects.toMatchObject({ code: 5083, data: { status: 502 } })
  })

  it('stops when told to, before and while it asks, and with the config', async () => {
    const gone = fetchWallets(configOf(), { page: 1, entries: 40 }, { signal: AbortSignal.abort() })
    await expect(gone).rejects.toMatchObject({ code: 5008 })
    expect(service.requests).toHaveLength(0)
    service.answer(ROUTE, 'hang')
    const controller = new AbortController()
    const config = configOf()
    const left = fetchWallets(config, { page: 1, entries: 40 }, { signal: controller.signal })
    const destroyed = fetchWallets(config, { page: 1, entries: 40 })
    const ends = Promise.allSettled([left, destroyed])
    await service.seen(2)
    controller.abort()
    await expect(left).rejects.toMatchObject({ code: 5008 })
    config.destroy()
    await expect(destroyed).rejects.toMatchObject({ code: 5008 })
    await ends
  })
})
