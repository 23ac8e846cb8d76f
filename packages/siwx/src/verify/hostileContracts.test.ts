import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import {
  type Client,
  concatHex,
  createPublicClient,
  encodeErrorResult,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  size,
} from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyAccountSignature } from './verifyAccountSignature.ts'

const ADDRESS = '0x00000000000000000000000000000000000051fe'

let anvil: Anvil
let client: Client
let server: Server
let asked: string[]
beforeAll(async () => {
  anvil = await startAnvil({ contracts: false })
  // As a back end would make it: viem follows EIP-3668 unless it is told not to.
  client = createPublicClient({ transport: http(anvil.url, { retryCount: 0 }), batch: { multicall: true } })
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    // An answer would make viem ask the contract again, and so for ever.
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => server?.close(resolve))
  await anvil?.stop()
})
beforeEach(() => {
  asked = []
})

/** Code that answers every call with these bytes: opcode `f3` returns them, `fd` reverts with them. */
function answering(bytes: Hex, opcode: 'f3' | 'fd'): Hex {
  const length = numberToHex(size(bytes), { size: 2 }).slice(2)
  return concatHex([`0x61${length}600e60003961${length}6000${opcode}`, bytes])
}

async function check(code: Hex): Promise<unknown> {
  await anvil.call('anvil_setCode', [ADDRESS, code])
  const signed = { message: 'hello', signature: '0x', address: ADDRESS, chainId: 'eip155:31337', client }
  return verifyAccountSignature(signed)
}

it('follows no address that a contract names (EIP-3668): it would be asked from inside the operator’s network', async () => {
  const { port } = server.address() as AddressInfo
  const lookup = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    args: [ADDRESS, [`http://127.0.0.1:${port}/{sender}/{data}`], '0x00', '0x00000000', '0x'],
  })
  await expect(check(answering(lookup, 'fd'))).rejects.toMatchObject({ code: 8307 })
  expect(asked).toEqual([])
})
