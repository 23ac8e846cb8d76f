import * as protocol from '@latchkey/protocol/http'
import { LOCAL_SOLANA_ID, startSolana } from '@latchkey/testing/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isKnownNetwork, otherNamespaceOf } from '../../config/namespaces.ts'
import { networkSchema } from '../../config/networks.ts'
import { frameConfigOf } from '../../documents/documentConfigs.ts'
import { problemCode } from '../../testing/createDevice.ts'
import { API, createTestService, HOST, type TestService } from '../../testing/createTestService.ts'

let solana: Awaited<ReturnType<typeof startSolana>>
let service: TestService

beforeAll(async () => {
  solana = await startSolana({ slotTime: 0 })
  const local = networkSchema.parse({
    caip2: LOCAL_SOLANA_ID,
    name: 'Local',
    rpcUrls: [solana.url],
    testnet: true,
  })
  service = await createTestService({ config: { networks: [local] } })
})
afterAll(async () => {
  await service.stop()
  await solana.stop()
})

async function call(
  method: string,
  params: unknown[] = [],
  { chain = LOCAL_SOLANA_ID as string, origin = HOST } = {},
) {
  const answer = await service.app.request(`${API}/v1?chainId=${chain}&projectId=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { result?: unknown; error?: { data?: unknown } },
  }
}

describe('a network of Solana that the operator has configured', () => {
  test('is asked what a wallet reads, a local one too', async () => {
    expect((await call('getGenesisHash')).body.result).toBe(solana.genesisHash)
    expect((await call('getLatestBlockhash')).body.result).toMatchObject({
      value: { blockhash: expect.any(String) },
    })
  })

  test.each(['getProgramAccounts', 'requestAirdrop', 'latchkey_mint', 'eth_blockNumber', 'constructor'])(
    '%s is not passed on',
    async (method) => {
      const { body } = await call(method)
      expect(body.error).toMatchObject({ data: { code: protocol.RpcMethodRefusedError.code } })
    },
  )

  test('another network is not known, and says so', async () => {
    const answer = await call('getHealth', [], { chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
    expect(problemCode(answer as never)).toBe(protocol.UnknownNetworkError.code)
  })

  test('stands among the networks of the frame, without a number', async () => {
    const [project] = service.config.projects
    const { chains } = frameConfigOf(service.config, project as never)
    expect(chains.at(-1)).toMatchObject({
      id: 0,
      caip2: LOCAL_SOLANA_ID,
      nativeCurrency: { symbol: 'SOL', decimals: 9 },
    })
  })

  test('is one that people sign in on; a name alone is none', () => {
    expect(isKnownNetwork(LOCAL_SOLANA_ID, undefined)).toBe(false)
    expect(isKnownNetwork(LOCAL_SOLANA_ID, undefined, [LOCAL_SOLANA_ID])).toBe(true)
    expect(isKnownNetwork('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', undefined)).toBe(true)
    for (const name of ['solana:', 'solana:0OIl', 'eip155:1', 'solana', 'constructor:1'])
      expect(otherNamespaceOf(name)).toBeUndefined()
  })
})
