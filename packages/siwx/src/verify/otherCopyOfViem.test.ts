import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import * as own from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAccountSignature } from './verifyAccountSignature.ts'

// The CommonJS build of viem has classes of its own, as the copy in a back end's tree would.
const other: typeof own = createRequire(import.meta.url)('viem')

const ADDRESS = '0x00000000000000000000000000000000000051fe'
const REVERTS = '0x60006000fd'
const ANSWERS_NOTHING = '0x00'
const STRANGE = expect.objectContaining({ code: 8307 })
const UNAVAILABLE = expect.objectContaining({ code: 8308 })

let anvil: Anvil
let overloaded: Server
beforeAll(async () => {
  anvil = await startAnvil({ contracts: false })
  overloaded = createServer((_, response) => {
    const error = { code: -32_005, message: 'limit exceeded' }
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
  })
  await new Promise<void>((resolve) => overloaded.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => overloaded?.close(resolve))
  await anvil?.stop()
})

/** Calls a node itself and throws what EIP-1193 asks for: an error with code and message, of no library. */
function ownProvider(url: string) {
  return {
    async request(call: { method: string; params?: unknown }) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const answer = (await reply.json()) as { result?: unknown; error?: { code: number; message: string } }
      if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
      return answer.result
    },
  }
}

const clients: [string, (url: string) => own.Client][] = [
  ['another copy of viem', (url) => other.createClient({ transport: other.http(url, { retryCount: 0 }) })],
  [
    'an EIP-1193 provider',
    (url) => own.createClient({ transport: own.custom(ownProvider(url), { retryCount: 0 }) }),
  ],
]

const check = async (client: own.Client, signature: own.Hex = '0x') =>
  verifyAccountSignature({ message: 'hello', signature, address: ADDRESS, chainId: 'eip155:31337', client })

it('the second copy shares no class with the first', () => {
  expect(other.BaseError).not.toBe(own.BaseError)
})

it.each(clients)('a contract that refuses is no silent network: %s', async (_, clientOf) => {
  const client = clientOf(anvil.url)
  for (const code of [REVERTS, ANSWERS_NOTHING] as const) {
    await anvil.call('anvil_setCode', [ADDRESS, code])
    await expect(check(client)).rejects.toEqual(STRANGE)
  }
  const wrapped = own.serializeErc6492Signature({ address: ADDRESS, data: '0x', signature: '0x' })
  await expect(check(client, wrapped)).rejects.toEqual(STRANGE)
})

it.each(clients)('a node without time for us has said nothing: %s', async (_, clientOf) => {
  const { port } = overloaded.address() as AddressInfo
  const client = { ...clientOf(`http://127.0.0.1:${port}`), chain: { id: 31_337 } } as own.Client
  await expect(check(client)).rejects.toEqual(UNAVAILABLE)
  await expect(
    check({ ...clientOf('http://127.0.0.1:1'), chain: { id: 31_337 } } as own.Client),
  ).rejects.toEqual(UNAVAILABLE)
})
