import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sponsorships } from '../db/sponsorSchema.ts'
import { API, createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import {
  askPaymaster,
  createSponsored,
  operationOf,
  PAYMASTER,
  signerBytes,
} from '../testing/sponsoredWallet.ts'
import { startJsonRpc } from '../testing/startJsonRpc.ts'

/** Chain ids of networks whose bundler never answers, and of one whose bundler does. */
const SILENT = Array.from({ length: 12 }, (_, index) => 100 + index)
const ANSWERING = 50

type Node = Awaited<ReturnType<typeof startJsonRpc>>
let node: Node
let silent: Node
let service: TestService
let sender: string
/** Questions that the silent bundler has heard and not answered. */
const unanswered: ServerResponse[] = []
let isSilent = true
/** The next nonce of everybody. */
let next = '0'
let onQuestion: () => void = () => undefined

beforeAll(async () => {
  node = await startJsonRpc(({ method }) => {
    if (method === 'eth_gasPrice') return { result: '0x3b9aca00' }
    if (method === 'eth_call') return { result: `0x${next.padStart(64, '0')}` }
    return { result: null }
  })
  silent = await startJsonRpc(
    () => ({ result: null }),
    (response) => {
      if (!isSilent) return false
      unanswered.push(response)
      onQuestion()
      return true
    },
  )
  const chainOf = (id: number, bundler: Node) => ({
    id,
    name: `Network ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [node.url],
    bundlerUrls: [bundler.url],
    paymaster: { address: PAYMASTER, sponsor: 'The shop' },
  })
  const secret = (byte: number) => new Uint8Array(32).fill(byte)
  service = await createTestService({
    config: {
      secrets: { kek: secret(1), recoveryKek: secret(2), pepper: secret(3), paymasterSigner: signerBytes },
    },
    chains: [...SILENT.map((id) => chainOf(id, silent)), chainOf(ANSWERING, node)],
    projects: [{ id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }],
  })
  sender = (await createSponsored(service, 'mia@example.com')).sender
})
afterAll(async () => {
  await Promise.all([node.stop(), silent.stop()])
  await service.stop()
})

test('bundlers that never answer keep no other task and no other network waiting, and few are asked at once', async () => {
  for (const chainId of [...SILENT, ANSWERING]) {
    const { body } = await askPaymaster(service, 'pm_getPaymasterData', operationOf(sender), { chainId })
    expect(body.error).toBeUndefined()
  }
  // Each operation has run.
  next = '1'
  service.advance(760_000)
  const isFull = new Promise<void>((resolve) => {
    onQuestion = () => unanswered.length === 8 && resolve()
  })
  const settling = service.settle()
  await isFull
  // What else the process does goes on meanwhile.
  await service.sweep()
  await service.deliverMail()
  expect((await service.app.request(`${API}/ready`)).status).toBe(200)
  expect(unanswered).toHaveLength(8)
  isSilent = false
  for (const response of unanswered) response.destroy()
  await settling
  expect(silent.calls).toHaveLength(SILENT.length)
  const [row] = await service.database.db
    .select()
    .from(sponsorships)
    .where(eq(sponsorships.chainId, ANSWERING))
  expect(row?.settledAt).not.toBeNull()
})
