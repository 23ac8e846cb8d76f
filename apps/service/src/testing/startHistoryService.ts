import { getAccountHistory } from '@latchkey/protocol/http'
import { expect } from 'vitest'
import { askAsPage } from './askAsPage.ts'
import { createTestService } from './createTestService.ts'
import { recorded, startFakeExplorer } from './startFakeExplorer.ts'

/** An account that nobody here has. */
export const ADA = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const DOLLAR = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** A service with three networks, two of which have an explorer: `/eth` and `/other` of the pretended one. */
export async function startHistoryService() {
  const explorer = await startFakeExplorer()
  const local = {
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:1'],
    testnet: true,
    tokens: [{ address: DOLLAR, symbol: 'LKD', name: 'Local dollar', decimals: 6 }],
  }
  const service = await createTestService({
    chains: [
      { ...local, id: 31_337, historyUrl: `${explorer.url}/eth?apikey=secret` },
      { ...local, id: 31_338, historyUrl: `${explorer.url}/other` },
      { ...local, id: 31_339 },
    ],
    limits: { dataCallsPerMinute: 100_000, dataTry: 60_000, dataTotal: 60_000 },
  })
  const ask = (account = ADA, query = 'chainId=eip155:31337') =>
    askAsPage(service, `/v1/account/${account}/history?${query}&projectId=demo&st=html&sv=html-0.1.0`)
  return {
    explorer,
    service,
    ask,
    /** A page, as the contract reads it. */
    async history(account?: string, query?: string) {
      const reply = await ask(account, query)
      expect([reply.status, reply.body]).toEqual([200, reply.body])
      return getAccountHistory.reply.parse(reply.body)
    },
    /** Everything answers again. */
    reset() {
      // A breaker that opened in an earlier test rests for ten seconds.
      service.advance(11_000)
      explorer.asked = []
      explorer.refuse = null
      explorer.lists = { transactions: () => recorded.transactions, transfers: () => recorded.transfers }
    },
    async stop() {
      await service.stop()
      await explorer.stop()
    },
  }
}
