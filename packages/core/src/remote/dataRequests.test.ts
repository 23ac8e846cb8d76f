import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchTransactions } from '../activity/fetchTransactions.ts'
import { fetchIdentity } from '../assets/fetchIdentity.ts'
import { fetchTokens } from '../assets/fetchTokens.ts'
import { connect } from '../connection/connect.ts'
import { applyNetwork } from '../connection/switchNetwork.ts'
import type { Config } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import { nameZoneOf, suggestNames } from '../names/accountNames.ts'
import { fetchNfts } from '../nfts/fetchNfts.ts'
import { estimateSwapFee, fetchSwapQuote } from '../swap/fetchSwapQuote.ts'
import { fetchSwapTokens } from '../swap/swapTokens.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import { SDK_VERSION } from './serviceUrl.ts'

let service: FakeService
beforeEach(async () => {
  service = await fakeService()
})
afterEach(() => service.stop())

async function make(): Promise<Config> {
  const { config, wallet } = testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
    // Swaps are offered where the adapter can send.
    adapters: [
      () => ({
        namespace: 'eip155',
        isAddress: () => true,
        transfers: () => Promise.reject(new Error('Off')),
      }),
    ],
  })
  await connectFake(wallet, connect(config, { connectorId: 'fake' }))
  return config
}

const token = (address?: string): TokenBalance => ({
  name: 'Token',
  symbol: 'TKN',
  chainId: 'eip155:1',
  ...(address && { address: `eip155:1:${address}` }),
  quantity: { decimals: '18', numeric: '1' },
})
const quote = (config: Config) =>
  fetchSwapQuote(config, { from: token(), to: token(`0x${'11'.repeat(20)}`), units: 1n })

/** Every question that the account's views ask of the chain data. */
const questions: readonly [string, (config: Config) => Promise<unknown>][] = [
  ['tokens', fetchTokens],
  ['activity', fetchTransactions],
  ['collectibles', fetchNfts],
  ['identity', fetchIdentity],
  ['zones of names', nameZoneOf],
  ['suggestions of names', (config) => suggestNames(config, { label: 'alice', zone: 'wallet.example' })],
  ['tokens to swap', fetchSwapTokens],
  ['price of gas', estimateSwapFee],
  ['quote', quote],
]

describe.each(questions)('chain data: %s', (_, ask) => {
  it('R7-1 each request has project id, SDK type and SDK version', async () => {
    const config = await make()
    // The service answers 404: what is made of that is tried elsewhere.
    await ask(config).catch(() => undefined)
    expect(service.requests.length).toBeGreaterThan(0)
    for (const { query } of service.requests)
      expect(Object.fromEntries(query)).toMatchObject({
        projectId: 'test',
        st: 'html',
        sv: `html-${SDK_VERSION}`,
      })
  })

  it('R7-2 nothing is asked while the active network is none of the page', async () => {
    const config = await make()
    applyNetwork(config, 'eip155:10')
    await ask(config).catch(() => undefined)
    expect(service.requests).toEqual([])
  })
})
