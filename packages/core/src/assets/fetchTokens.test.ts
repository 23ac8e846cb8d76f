import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf, patchAccount } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { request } from '../connection/request.ts'
import { applyNetwork } from '../connection/switchNetwork.ts'
import type { ChainAdapter } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import { ADDRESS, connectFake } from '../testing/fakeConnector.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { mainnet, testConfig } from '../testing/testConfig.ts'
import { fetchTokens, portfolioOf } from './fetchTokens.ts'

const BALANCE = `GET /v1/account/${ADDRESS}/balance`
const TOKEN = 'eip155:1:0xdAC17F958D2ee523a2206206994597C13D831ec7'
const ether: TokenBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  value: 3_000,
  price: 2_000,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: 'https://icons.example/eth.png',
}
const tether: TokenBalance = {
  name: 'Tether',
  symbol: 'USDT',
  chainId: 'eip155:1',
  address: TOKEN,
  value: 12,
  price: 1,
  quantity: { decimals: '6', numeric: '12' },
  iconUrl: 'https://icons.example/usdt.png',
}

let service: FakeService
beforeEach(async () => {
  service = await fakeService()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await service.stop()
})

async function make(adapter: Partial<ChainAdapter> = {}) {
  const getBalance = vi.fn(async () => '0.5')
  const made = testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
    adapters: [() => ({ namespace: 'eip155', isAddress: () => true, getBalance, ...adapter })],
  })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return { ...made, getBalance, account: () => accountOf(made.config.accounts, 'eip155') }
}
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const told = (...balances: unknown[]) => ({ body: { balances } })

describe('fetchTokens', () => {
  it('R1-13 R3-10 R3-53 what the service tells is there, with the native balance', async () => {
    service.answer(BALANCE, told(ether, tether))
    const { config, account, getBalance } = await make()
    await fetchTokens(config)
    expect(account()).toMatchObject({
      tokenBalance: [ether, tether],
      balance: '1.5',
      balanceSymbol: 'ETH',
    })
    expect(account().tokenBalance?.[0]).not.toHaveProperty('address')
    expect(service.requests[0]?.query.get('currency')).toBe('usd')
    expect(service.requests[0]?.query.get('chainId')).toBe('eip155:1')
    expect(getBalance).not.toHaveBeenCalled()
  })
  it('R9-3 asks once in 30 s', async () => {
    service.answer(BALANCE, told(ether))
    const { config } = await make()
    await fetchTokens(config)
    later(29_999)
    await fetchTokens(config)
    expect(service.requests).toHaveLength(1)
    later(1)
    await fetchTokens(config)
    expect(service.requests).toHaveLength(2)
  })
  it('R9-3 asks anew once the clock was set back, and shows what it was told', async () => {
    service.answer(BALANCE, told(ether), told(ether, tether))
    const { config, account } = await make()
    await fetchTokens(config)
    later(-3_600_000)
    await fetchTokens(config)
    expect(account().tokenBalance).toEqual([ether, tether])
  })
  it('R5-19 leaves out what has no decimals, is of another network or stands there twice', async () => {
    const whole = { ...tether, quantity: { decimals: '0', numeric: '3' } }
    const elsewhere = { ...tether, chainId: 'eip155:8453' }
    const liar = { ...tether, address: `eip155:8453:${ADDRESS}` }
    service.answer(BALANCE, told(ether, whole, elsewhere, liar, tether, tether))
    const { config, account } = await make()
    await fetchTokens(config)
    expect(account().tokenBalance).toEqual([ether, tether])
  })
  it.each([
    ['a service without the list', { status: 404 }, undefined],
    ['a service in trouble', { status: 503 }, 'tokens'],
    ['an answer without sense', { text: '{"balances":[{"name":"<b>"}]}' }, 'tokens'],
    ['a broken line', 'cut', 'tokens'],
  ] as const)('%s: the native balance comes from the network', async (_, answer, failed) => {
    service.answer(BALANCE, answer)
    const { config, account } = await make()
    await fetchTokens(config)
    expect(account().tokenBalance).toMatchObject([
      { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '0.5' } },
    ])
    expect(account().balance).toBe('0.5')
    expect(portfolioOf(config)?.failed).toBe(failed)
  })
  it('a first deposit that the service has not seen yet is read anew by it, and comes with its price', async () => {
    service.answer(BALANCE, told(), told(ether))
    const { config, account } = await make()
    await fetchTokens(config)
    expect(account().tokenBalance).toEqual([ether])
    expect(service.requests.map(({ query }) => query.get('forceUpdate'))).toEqual([
      null,
      `eip155:1:0x${'0'.repeat(40)}`,
    ])
  })
  it('what the service will not read anew is told by the network, without a price', async () => {
    service.answer(BALANCE, told(tether), { status: 429 })
    const { config, account } = await make()
    await fetchTokens(config)
    expect(account().tokenBalance?.map(({ quantity, price }) => [quantity.numeric, price])).toEqual([
      ['0.5', undefined],
      [tether.quantity.numeric, tether.price],
    ])
  })
  it('an account that has nothing is asked for once', async () => {
    service.answer(BALANCE, told())
    const { config } = await make({ getBalance: async () => '0' })
    await fetchTokens(config)
    expect(service.requests).toHaveLength(1)
  })
  it('keeps the tokens that were known when only the native balance can be read anew', async () => {
    service.answer(BALANCE, told(ether, tether), { status: 503 })
    const { config, account } = await make()
    await fetchTokens(config)
    const { at } = portfolioOf(config) ?? {}
    later(30_000)
    await fetchTokens(config)
    expect(account().tokenBalance?.map(({ quantity }) => quantity.numeric)).toEqual(['0.5', '12'])
    expect(portfolioOf(config)).toMatchObject({ failed: 'tokens', at })
  })
  it('R8-1 R9-2 when nobody answers it says so, keeps what it knew, and asks nobody for 30 s', async () => {
    service.answer(BALANCE, told(ether), { status: 503 })
    const { config, account, getBalance } = await make({
      getBalance: async () => Promise.reject(new Error('offline')),
    })
    await fetchTokens(config)
    later(30_000)
    await expect(fetchTokens(config)).rejects.toThrow('Token Balance Unavailable')
    expect(account().tokenBalance).toEqual([ether])
    later(29_999)
    await expect(fetchTokens(config)).rejects.toMatchObject({ code: 5012 })
    expect(service.requests).toHaveLength(2)
    later(1)
    await expect(fetchTokens(config)).rejects.toMatchObject({ code: 5012 })
    expect(service.requests).toHaveLength(3)
    expect(getBalance).not.toHaveBeenCalled()
  })
  it('R8-1 an unsupported network has none, and nobody is asked', async () => {
    const { config } = await make()
    applyNetwork(config, 'eip155:10')
    await expect(fetchTokens(config)).rejects.toThrow('Token Balance Unavailable')
    expect(service.requests).toHaveLength(0)
  })
  it('an answer for an account or a network that was left is not shown', async () => {
    service.answer(BALANCE, told(ether))
    const { config, account } = await make()
    const work = fetchTokens(config)
    applyNetwork(config, 'eip155:8453')
    await work
    expect(account()).not.toHaveProperty('tokenBalance')
  })
  it('R4-90 a switch of the network takes the tokens of the other away', async () => {
    service.answer(BALANCE, told(ether))
    const { config, account } = await make()
    await fetchTokens(config)
    applyNetwork(config, 'eip155:8453')
    expect(account()).not.toHaveProperty('tokenBalance')
  })
  it('an aborted read blocks no later one', async () => {
    service.answer(BALANCE, 'hang', told(ether))
    const { config, account } = await make()
    const controller = new AbortController()
    const work = fetchTokens(config, { signal: controller.signal })
    await service.seen(1)
    controller.abort()
    await expect(work).rejects.toThrow('Token Balance Unavailable')
    await fetchTokens(config)
    expect(account().tokenBalance).toEqual([ether])
  })
  it.each([
    ['eth_sendTransaction', `0x${'ab'.repeat(32)}`],
    ['solana_signAndSendTransaction', { signature: '5'.repeat(88) }],
  ])('reads again when what %s has sent is in a block, and does not before', async (method, answer) => {
    const receipts: (() => void)[] = []
    service.answer(BALANCE, told(ether), told({ ...ether, quantity: { decimals: '18', numeric: '1' } }))
    const { config, account, wallet } = await make({
      waitForTransaction: () =>
        new Promise((resolve) => {
          receipts.push(() => resolve({ status: 'success', blockNumber: 1n }))
        }),
    })
    await fetchTokens(config)
    wallet.connector.approvesInFrame = false
    const work = request(config, { method, params: [{ from: ADDRESS, to: ADDRESS }] })
    await vi.waitFor(() => wallet.take('request').resolve(answer), 15_000)
    await work
    await vi.waitFor(() => expect(receipts).toHaveLength(1), 15_000)
    expect(service.requests).toHaveLength(1)
    receipts[0]?.()
    await vi.waitFor(() => expect(account().balance).toBe('1'), 15_000)
    expect(service.requests).toHaveLength(2)
  })
  it('R9-38 asks for EVM and Solana, and for no other namespace', async () => {
    for (const [namespace, requests] of [
      ['eip155', 1],
      ['solana', 2],
      ['bip122', 2],
    ] as const) {
      const { config } = testConfig({
        services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
        networks: [{ ...mainnet, caipNetworkId: `${namespace}:1`, chainNamespace: namespace }],
        adapters: [() => ({ namespace, isAddress: () => true })],
      })
      patchAccount(config.accounts, namespace, {
        status: 'connected',
        address: ADDRESS,
        caipAddress: `${namespace}:1:${ADDRESS}`,
      })
      await expect(fetchTokens(config)).rejects.toThrow('Token Balance Unavailable')
      expect(service.requests).toHaveLength(requests)
    }
  })
  it('an adapter that reads its network is asked in any namespace, again at once after a transfer, and is stale where it fails', async () => {
    const caipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
    const answers = ['0.5', '0.4']
    const getTokens = async () => {
      const numeric = answers.shift()
      if (numeric === undefined) throw new Error('no')
      return [{ ...ether, symbol: 'BTC', chainId: caipNetworkId, quantity: { decimals: '8', numeric } }]
    }
    const { config } = testConfig({
      services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
      networks: [{ ...mainnet, caipNetworkId, chainNamespace: 'bip122' }],
      adapters: [() => ({ namespace: 'bip122', isAddress: () => true, getTokens })],
    })
    const caipAddress = `${caipNetworkId}:${ADDRESS}` as const
    patchAccount(config.accounts, 'bip122', { status: 'connected', address: ADDRESS, caipAddress })
    const balance = () => config.accounts.getState().byNamespace.bip122?.balance
    await fetchTokens(config)
    await fetchTokens(config)
    expect([balance(), answers]).toEqual(['0.5', ['0.4']])
    config.runtime.onSent?.({ txid: 'ab'.repeat(32) })
    await vi.waitFor(() => expect(balance()).toBe('0.4'), 15_000)
    await expect(fetchTokens(config, { force: true })).rejects.toThrow('Token Balance Unavailable')
    expect(portfolioOf(config)).toMatchObject({ failed: 'all', tokens: [{ quantity: { numeric: '0.4' } }] })
    expect(service.requests).toHaveLength(0)
  })
  it('R5-19 what an adapter reads is held to the same, where the case of an address counts', async () => {
    const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const tokenOf = (mint: string, decimals: string): TokenBalance => ({
      ...tether,
      chainId: caipNetworkId,
      address: `${caipNetworkId}:${mint}`,
      quantity: { decimals, numeric: '1' },
    })
    const kept = [{ ...ether, chainId: caipNetworkId }, tokenOf('MintA', '6'), tokenOf('mintA', '6')]
    const getTokens = async () => [...kept, tokenOf('Picture', '0'), tokenOf('MintA', '6')]
    const { config } = testConfig({
      networks: [{ ...mainnet, caipNetworkId, chainNamespace: 'solana' }],
      adapters: [() => ({ namespace: 'solana', isAddress: () => true, getTokens })],
    })
    const caipAddress = `${caipNetworkId}:${ADDRESS}` as const
    patchAccount(config.accounts, 'solana', { status: 'connected', address: ADDRESS, caipAddress })
    await fetchTokens(config)
    expect(accountOf(config.accounts, 'solana').tokenBalance).toEqual(kept)
  })
  it('R8-1 nothing is read while nobody is connected', async () => {
    const { config } = testConfig()
    await fetchTokens(config)
    patchAccount(config.accounts, 'eip155', {})
    expect(portfolioOf(config)).toBeUndefined()
  })
})
